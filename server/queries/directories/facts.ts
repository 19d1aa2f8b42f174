import { sql } from 'kysely'
import type { AdministratorRole } from '@/contract/administration/role'
import type { DirectoryKind, OwnedField } from '@/contract/administration/directories'
import type { Db } from '../../database/connect'
import type { DirectoryRow } from '../../database/directoryTables'

/** A person whom a directory owns. */
export interface LinkedPerson {
  id: number
  externalId: string
  login: string
  name: string
  email: string
  role: AdministratorRole | null
  isActive: boolean
  isRemoved: boolean
  /** A sync deactivated the person. */
  isGone: boolean
  /** Ids of departments that the directory owns. */
  departments: ReadonlySet<number>
}

/** The account that has a login, of any organisation. */
export interface LoginHolder {
  id: number
  enterpriseId: number
  name: string
  login: string
  email: string
  role: AdministratorRole | null
  isActive: boolean
  isRemoved: boolean
  directoryId: number | null
}

/** A department that a directory owns. */
export interface LinkedDepartment {
  id: number
  externalId: string
  directoryId: number
  /** As the directory said. */
  givenName: string
}

export function findDirectory(db: Db, enterpriseId: number, kind: DirectoryKind): Promise<DirectoryRow | undefined> {
  return db
    .selectFrom('directories')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

export function directoryById(db: Db, id: number): Promise<DirectoryRow | undefined> {
  return db.selectFrom('directories').selectAll().where('id', '=', id).executeTakeFirst()
}

export interface DirectoryFigures extends DirectoryRow {
  people: number
  departments: number
}

export async function directoriesOf(db: Db, enterpriseId: number): Promise<DirectoryFigures[]> {
  const { rows } = await sql<DirectoryFigures>`
    select directories.*, (select count(*)::integer from directory_people where directory_id = directories.id) as people,
      (select count(*)::integer from directory_departments where directory_id = directories.id) as departments
    from directories where enterprise_id = ${enterpriseId} order by kind`.execute(db)
  return rows
}

export type DirectorySettings = Pick<
  DirectoryRow,
  'enterprise_id' | 'kind' | 'label' | 'is_on' | 'signs_in' | 'links_existing' | 'sync_hours' | 'changed_at'
>

/** Stores a directory. @returns its id, which stays when settings change */
export async function putDirectory(db: Db, settings: DirectorySettings): Promise<number> {
  const { enterprise_id: _enterprise, kind: _kind, ...rest } = settings
  const { id } = await db
    .insertInto('directories')
    .values(settings)
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'kind']).doUpdateSet(rest))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends the ownership of people and departments, and deletes the log of runs. */
export async function deleteDirectory(db: Db, id: number): Promise<void> {
  await db.deleteFrom('directories').where('id', '=', id).execute()
}

export async function setOwnedFields(db: Db, id: number, fields: readonly OwnedField[]): Promise<void> {
  await db
    .updateTable('directories')
    .set({ owned_fields: [...fields] })
    .where('id', '=', id)
    .execute()
}

/** The people whom a directory owns. */
export async function linkedPeople(db: Db, directoryId: number): Promise<LinkedPerson[]> {
  const { rows } = await sql<Omit<LinkedPerson, 'departments'> & { departments: string | null }>`
    with members as (
      select user_id, array_agg(department_members.department_id)::text as departments from department_members
      join directory_departments owned on owned.department_id = department_members.department_id and owned.directory_id = ${directoryId}
      group by user_id
    )
    select users.id, external_id as "externalId", login, name, email, administrator_role as role, is_active as "isActive",
      removed_at is not null as "isRemoved", is_gone as "isGone", departments
    from directory_people join users on users.id = directory_people.user_id left join members on members.user_id = users.id
    where directory_id = ${directoryId} order by users.id`.execute(db)
  return rows.map(({ departments: ids, ...rest }) => ({
    ...rest,
    departments: new Set(ids === null ? [] : ids.slice(1, -1).split(',').map(Number)),
  }))
}

/** The accounts with these logins, by the key of the login. */
export async function loginHolders(db: Db, logins: readonly string[]): Promise<Map<string, LoginHolder>> {
  const { rows } = await sql<LoginHolder & { key: string }>`
    select id, enterprise_id as "enterpriseId", name, login, email, administrator_role as role, is_active as "isActive",
      removed_at is not null as "isRemoved", directory_id as "directoryId", login_key(login) as key
    from users left join directory_people on user_id = id
    where login_key(login) in (select login_key(given) from unnest(${logins}::text[]) given)`.execute(db)
  return new Map(rows.map(({ key, ...holder }) => [key, holder]))
}

/** The departments of an organisation that directories own, without those in the trash. */
export async function linkedDepartments(db: Db, enterpriseId: number): Promise<LinkedDepartment[]> {
  const { rows } = await sql<LinkedDepartment>`
    select owned.department_id as id, external_id as "externalId", directory_id as "directoryId", owned.name as "givenName"
    from directory_departments owned join departments on departments.id = owned.department_id
    join items on items.department_id = departments.id and items.deleted_at is null
    where departments.enterprise_id = ${enterpriseId}`.execute(db)
  return rows
}

/** Whether links of people who leave an organisation stay. */
export async function linksOfLeavers(db: Db, enterpriseId: number): Promise<'keep' | 'close'> {
  const found = await db
    .selectFrom('enterprises')
    .select('links_of_leavers')
    .where('id', '=', enterpriseId)
    .executeTakeFirstOrThrow()
  return found.links_of_leavers
}

/** The directory that owns a person, and what it owns. */
export interface Ownership {
  userId: number
  directoryId: number
  kind: DirectoryKind
  label: string
  fields: OwnedField[]
  /** The person signs in with a password of the directory. */
  signsIn: boolean
  isGone: boolean
}

/** The owners of those people whom a directory owns, by the id of the person. */
export async function ownersOf(db: Db, userIds: readonly number[]): Promise<Map<number, Ownership>> {
  const { rows } = await sql<Ownership>`
    select user_id as "userId", directories.id as "directoryId", kind, label, owned_fields as fields, signs_in and is_on as "signsIn",
      is_gone as "isGone"
    from directory_people join directories on directories.id = directory_id where user_id = any(${userIds}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.userId, row]))
}

/** The directories that own departments of an organisation, by the id of the department. */
export async function departmentOwners(
  db: Db,
  enterpriseId: number,
): Promise<Map<number, { id: number; label: string }>> {
  const { rows } = await sql<{ department_id: number; id: number; label: string }>`
    select department_id, directories.id, label from directory_departments join directories on directories.id = directory_id
    where enterprise_id = ${enterpriseId}`.execute(db)
  return new Map(rows.map(({ department_id: departmentId, ...owner }) => [departmentId, owner]))
}
