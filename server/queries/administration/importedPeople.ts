import { sql } from 'kysely'
import type { AuditDetail, AuditEvent } from '@/contract/audit'
import { nameKey } from '@/domain/items/naming'
import type { Db } from '../../database/connect'
import { isUniqueViolation } from '../../database/transaction'
import type { Subject } from './accounts'

/** A person whom a line may change. */
export interface KnownPerson extends Subject {
  key: string
  departments: Map<number, boolean>
  groups: Set<number>
}

/** The people with these logins, of any organisation, by the sameness of logins. Departments in the trash do not count. */
export async function peopleByLogin(db: Db, logins: readonly string[]): Promise<Map<string, KnownPerson>> {
  const { rows } = await sql<Subject & { key: string }>`
    select id, enterprise_id, administrator_role, is_active, removed_at, name, login, email, quota_bytes, password_hash, deactivated_at,
      totp_enrolled_at, login_key(login) as key
    from users where login_key(login) in (select login_key(given) from unnest(${logins}::text[]) given)`.execute(db)
  const known = rows.map((row) => ({ ...row, departments: new Map<number, boolean>(), groups: new Set<number>() }))
  const byId = new Map(known.map((each) => [each.id, each]))
  const ids = [...byId.keys()]
  const members = await db
    .selectFrom('department_members')
    .innerJoin('items', 'items.department_id', 'department_members.department_id')
    .select(['user_id', 'department_members.department_id', 'is_manager'])
    .where(sql<boolean>`user_id = any(${ids}::bigint[])`)
    .where('items.deleted_at', 'is', null)
    .execute()
  const groups = await db
    .selectFrom('group_members')
    .innerJoin('groups', 'groups.id', 'group_id')
    .select(['user_id', 'group_id'])
    .where(sql<boolean>`user_id = any(${ids}::bigint[])`)
    .where('department_id', 'is', null)
    .execute()
  for (const each of members) byId.get(each.user_id)?.departments.set(each.department_id, each.is_manager)
  for (const each of groups) byId.get(each.user_id)?.groups.add(each.group_id)
  return new Map(known.map((each) => [each.key, each]))
}

/** Those of the names that an item other than a department uses in a department's folder, as `rootId/key of the name`. */
export async function namesOfItems(
  db: Db,
  places: readonly { rootId: number; name: string }[],
): Promise<ReadonlySet<string>> {
  if (places.length === 0) return new Set()
  const { rows } = await sql<{ place: string }>`
    select parent_id || '/' || name_key as place from items
    where (parent_id, name_key) in (select * from unnest(${places.map(({ rootId }) => rootId)}::bigint[],
      ${places.map(({ name }) => nameKey(name))}::text[])) and deleted_at is null`.execute(db)
  return new Set(rows.map(({ place }) => place))
}

export interface NewPerson {
  login: string
  name: string
  email: string
  quota: number | null
}

/** Adds people with the roots of their own spaces. @returns their ids in the same order; null if a login is taken */
export async function insertPeople(
  db: Db,
  enterpriseId: number,
  people: readonly NewPerson[],
): Promise<number[] | null> {
  try {
    const rows = await db
      .insertInto('users')
      .values(
        people.map(({ login, name, email, quota }) => ({
          enterprise_id: enterpriseId,
          login,
          name,
          email,
          quota_bytes: quota,
          password_hash: null,
        })),
      )
      .returning(['id', 'login'])
      .execute()
    const ids = new Map(rows.map(({ id, login }) => [login, id]))
    await sql`
      insert into items (is_folder, name, name_key, creator_id, updater_id, space_owner_id, personal_of)
      select true, '', ${nameKey('')}, id, id, id, id from unnest(${[...ids.values()]}::bigint[]) id`.execute(db)
    return people.map(({ login }) => ids.get(login)!)
  } catch (error) {
    if (isUniqueViolation(error, 'users_login')) return null
    throw error
  }
}

/** Sets what an import may change of accounts. */
export async function updatePeople(db: Db, people: readonly (Omit<NewPerson, 'login'> & { id: number })[]) {
  if (people.length === 0) return
  await sql`
    update users set name = given.name, email = given.email, quota_bytes = given.quota
    from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map(({ name }) => name)}::text[],
      ${people.map(({ email }) => email)}::text[], ${people.map(({ quota }) => quota)}::bigint[]) given (id, name, email, quota)
    where users.id = given.id`.execute(db)
}

interface Place {
  userId: number
  placeId: number
}

/** Replaces the departments of people. Departments in the trash keep their members. */
export async function replaceDepartments(
  db: Db,
  userIds: readonly number[],
  wanted: readonly (Place & { isManager: boolean })[],
): Promise<void> {
  if (userIds.length === 0) return
  const pairs = pairsOf(wanted)
  await sql`
    delete from department_members using items
    where user_id = any(${userIds}::bigint[]) and items.department_id = department_members.department_id and items.deleted_at is null
      and (user_id, department_members.department_id) not in (select * from ${pairs})`.execute(db)
  await sql`
    insert into department_members (user_id, department_id, is_manager)
    select * from unnest(${wanted.map(({ userId }) => userId)}::bigint[], ${wanted.map(({ placeId }) => placeId)}::bigint[],
      ${wanted.map(({ isManager }) => isManager)}::boolean[])
    on conflict (department_id, user_id) do update set is_manager = excluded.is_manager
    where department_members.is_manager <> excluded.is_manager`.execute(db)
}

/** Replaces the groups of people, but not those of departments. */
export async function replaceGroupsOf(db: Db, userIds: readonly number[], wanted: readonly Place[]): Promise<void> {
  if (userIds.length === 0) return
  const pairs = pairsOf(wanted)
  await sql`
    delete from group_members using groups
    where user_id = any(${userIds}::bigint[]) and groups.id = group_id and groups.department_id is null
      and (user_id, group_id) not in (select * from ${pairs})`.execute(db)
  await sql`insert into group_members (user_id, group_id) select * from ${pairs} on conflict do nothing`.execute(db)
}

const pairsOf = (wanted: readonly Place[]) =>
  sql`unnest(${wanted.map(({ userId }) => userId)}::bigint[], ${wanted.map(({ placeId }) => placeId)}::bigint[])`

/** Writes many entries of one administrator into the audit log. */
export async function insertAuditEvents(
  db: Db,
  { at, userId, address }: { at: Date; userId: number; address: string },
  events: readonly { deed: AuditEvent; detail: AuditDetail }[],
): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into audit_log (at, deed, enterprise_id, user_id, user_login, user_name, address, detail)
    select ${at}, given.deed, doer.enterprise_id, doer.id, doer.login, doer.name, ${address}, given.detail::jsonb
    from unnest(${events.map(({ deed }) => deed)}::text[], ${events.map(({ detail }) => JSON.stringify(detail))}::text[])
      with ordinality given (deed, detail, place), users doer
    where doer.id = ${userId} order by given.place`.execute(db)
}

/** Stores one-time links, which replace earlier ones. */
export async function putSignInLinks(
  db: Db,
  links: readonly { userId: number; hash: Buffer }[],
  { at, expiresAt }: { at: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into sign_in_links (user_id, purpose, token_hash, created_at, expires_at)
    select id, 'invitation', decode(hash, 'hex'), ${at}, ${expiresAt}
    from unnest(${links.map(({ userId }) => userId)}::bigint[], ${links.map(({ hash }) => hash.toString('hex'))}::text[]) given (id, hash)
    on conflict (user_id, purpose) do update set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`.execute(
    db,
  )
}
