import { sql } from 'kysely'
import type { AuditDetail, AuditEvent } from '@/contract/audit'
import type { Db } from '../../database/connect'
import { isUniqueViolation } from '../../database/transaction'
import type { DepartmentNode } from '../administration/departments'

/** Lets one sync change an organisation at a time, until the transaction ends. @returns false if another sync does */
export async function lockSync(db: Db, enterpriseId: number): Promise<boolean> {
  const { rows } = await sql<{ ok: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('directory', ${enterpriseId})) as ok`.execute(db)
  return rows[0]!.ok
}

/** Sets name and address of accounts. */
export async function updateAccounts(
  db: Db,
  people: readonly { id: number; name: string; email: string }[],
): Promise<void> {
  if (people.length === 0) return
  await sql`
    update users set name = given.name, email = given.email
    from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map(({ name }) => name)}::text[],
      ${people.map(({ email }) => email)}::text[]) given (id, name, email)
    where users.id = given.id and (users.name, users.email) is distinct from (given.name, given.email)`.execute(db)
}

/** Gives accounts other logins, which may be logins of each other. @returns false if somebody else has one of them */
export async function changeLogins(db: Db, people: readonly { id: number; login: string }[]): Promise<boolean> {
  if (people.length === 0) return true
  const ids = people.map(({ id }) => id)
  // No login begins like this, so the first step is in nobody's way.
  await sql`update users set login = '~' || id where id = any(${ids}::bigint[])`.execute(db)
  try {
    await sql`
      update users set login = given.login from unnest(${ids}::bigint[], ${people.map(({ login }) => login)}::text[]) given (id, login)
      where users.id = given.id`.execute(db)
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'users_login')) return false
    throw error
  }
}

export async function linkPeople(
  db: Db,
  directoryId: number,
  people: readonly { userId: number; externalId: string }[],
): Promise<void> {
  if (people.length === 0) return
  await sql`
    insert into directory_people (directory_id, user_id, external_id)
    select ${directoryId}::bigint, * from unnest(${people.map(({ userId }) => userId)}::bigint[],
      ${people.map(({ externalId }) => externalId)}::text[])`.execute(db)
}

/** Records whether a sync deactivated people. */
export async function markGone(db: Db, userIds: readonly number[], isGone: boolean): Promise<void> {
  if (userIds.length === 0) return
  await sql`update directory_people set is_gone = ${isGone} where user_id = any(${userIds}::bigint[])`.execute(db)
}

export async function linkDepartment(
  db: Db,
  {
    directoryId,
    departmentId,
    externalId,
    name,
  }: Record<'directoryId' | 'departmentId', number> & Record<'externalId' | 'name', string>,
): Promise<void> {
  // The directory's earlier department with this id may lie in the trash.
  await sql`
    insert into directory_departments (directory_id, department_id, external_id, name)
    values (${directoryId}, ${departmentId}, ${externalId}, ${name})
    on conflict (directory_id, external_id) do update set department_id = excluded.department_id, name = excluded.name`.execute(
    db,
  )
}

/** Ends the ownership of departments: the organisation changes them itself. */
export async function releaseDepartments(db: Db, departmentIds: readonly number[]): Promise<void> {
  if (departmentIds.length === 0) return
  await sql`delete from directory_departments where department_id = any(${departmentIds}::bigint[])`.execute(db)
}

/** Names of departments and folders that are in use at a level, by their keys. @param rootId the folder above; null: at the top */
export async function usedNames(
  db: Db,
  enterpriseId: number,
  rootId: number | null,
  exceptDepartmentId: number | null,
): Promise<Set<string>> {
  const place =
    rootId === null
      ? sql`items.parent_id is null and departments.enterprise_id = ${enterpriseId}`
      : sql`items.parent_id = ${rootId}`
  const { rows } = await sql<{ name_key: string }>`
    select items.name_key from items left join departments on departments.id = items.department_id
    where items.deleted_at is null and ${place} and coalesce(items.department_id, 0) <> ${exceptDepartmentId ?? -1}`.execute(
    db,
  )
  return new Set(rows.map((row) => row.name_key))
}

/** Replaces those departments of people that a directory owns. Managers who stay remain managers. */
export async function replaceOwnedDepartments(
  db: Db,
  directoryId: number,
  userIds: readonly number[],
  wanted: readonly { userId: number; departmentId: number }[],
): Promise<void> {
  if (userIds.length === 0) return
  const pairs = sql`unnest(${wanted.map(({ userId }) => userId)}::bigint[],
    ${wanted.map(({ departmentId }) => departmentId)}::bigint[])`
  await sql`
    delete from department_members using directory_departments owned
    where user_id = any(${userIds}::bigint[]) and owned.department_id = department_members.department_id
      and owned.directory_id = ${directoryId} and (user_id, department_members.department_id) not in (select * from ${pairs})`.execute(
    db,
  )
  await sql`insert into department_members (user_id, department_id) select * from ${pairs} on conflict do nothing`.execute(
    db,
  )
}

/** Writes the changes of a sync into the audit log. @param userId null: the server itself, by the schedule */
export async function insertSyncEvents(
  db: Db,
  { at, enterpriseId, userId }: { at: Date; enterpriseId: number; userId: number | null },
  events: readonly { deed: AuditEvent; detail: AuditDetail }[],
): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into audit_log (at, deed, enterprise_id, item_enterprise_id, user_id, user_login, user_name, address, detail)
    select ${at}, given.deed, doer.enterprise_id, ${enterpriseId}, doer.id, coalesce(doer.login, ''), coalesce(doer.name, ''), '',
      given.detail::jsonb
    from unnest(${events.map(({ deed }) => deed)}::text[], ${events.map(({ detail }) => JSON.stringify(detail))}::text[])
      with ordinality given (deed, detail, place) left join users doer on doer.id = ${userId}::bigint order by given.place`.execute(
    db,
  )
}

/** A department that was just created. */
export async function newNode(
  db: Db,
  id: number,
  parent: { id: number } | null,
  name: string,
): Promise<DepartmentNode> {
  const root = await db.selectFrom('items').select('id').where('department_id', '=', id).executeTakeFirstOrThrow()
  return {
    id,
    parentId: parent?.id ?? null,
    name,
    rootId: root.id,
    quota: null,
    shareDisabledFor: null,
    hidesPhone: false,
    directorId: null,
  }
}
