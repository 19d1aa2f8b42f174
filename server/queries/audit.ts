import { sql } from 'kysely'
import type { AuditDetail, AuditEvent } from '@/contract/audit'
import { calendar } from '../time/calendar'
import type { Db } from '../database/connect'
import type { AuditTable } from '../database/tables'
import type { Selectable } from 'kysely'

export type AuditRow = Selectable<AuditTable>

export interface NewAuditEvent {
  deed: AuditEvent
  at: Date
  /** null: the server itself */
  userId: number | null
  address: string
  itemIds?: readonly number[]
  detail?: AuditDetail
  /** The enterprise of an act without a user. */
  enterpriseId?: number
}

/** Adds one row, or one row per item with the item's current name. Call in the transaction of the recorded action. */
export async function insertAuditEvent(
  db: Db,
  { deed, at, userId, address, itemIds, detail, enterpriseId = 0 }: NewAuditEvent,
): Promise<void> {
  const json = detail ? JSON.stringify(detail) : null
  const items =
    itemIds === undefined
      ? sql`(values (null::bigint, null::text))`
      : sql`
    (select id, name from items where id = any(${itemIds}::bigint[]))`
  await sql`
    insert into audit_log (at, deed, enterprise_id, item_enterprise_id, user_id, user_login, user_name, address, item_id, item_name, detail)
    select ${at}, ${deed}, coalesce(doer.enterprise_id, nullif(${enterpriseId}::bigint, 0)), enterprise_of_item(item.id), doer.id, coalesce(doer.login, ''), coalesce(doer.name, ''),
      ${address}, item.id, item.name, ${json}::jsonb
    from ${items} item (id, name) left join users doer on doer.id = ${userId}
    order by item.id`.execute(db)
}

export interface RecordedAct {
  deed: AuditEvent
  userId: number
  itemIds: readonly number[]
  detail?: AuditDetail
  since: Date
}

/** Those of the items for which the log has no such entry after `since`. */
export async function unrecordedItems(
  db: Db,
  { deed, userId, itemIds, detail, since }: RecordedAct,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select given.id from unnest(${itemIds}::bigint[]) given (id) where not exists (
      select from audit_log where at > ${since} and item_id = given.id and user_id = ${userId} and deed = ${deed}
        and detail is not distinct from ${detail ? JSON.stringify(detail) : null}::jsonb
    )`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lets the user's repeatable acts be recorded one after another, until the transaction ends. */
export async function lockRecords(db: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit', ${userId}))`.execute(db)
}

export interface AuditFilter {
  /** null: all enterprises */
  enterpriseId: number | null
  /** part of a login or a name, ignoring case */
  user?: string
  /** events by this user, or about this user */
  userId?: number
  deed?: AuditEvent
  since?: Date
  until?: Date
  /** only rows older than this id */
  before?: number
  limit: number
}

/** The rows of the audit log that match a filter, newest first. */
export function auditRows(
  db: Db,
  { enterpriseId, user, userId, deed, since, until, before, limit }: AuditFilter,
): Promise<AuditRow[]> {
  let query = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit)
  if (enterpriseId !== null)
    query = query.where((eb) =>
      eb.or([eb('enterprise_id', '=', enterpriseId), eb('item_enterprise_id', '=', enterpriseId)]),
    )
  if (user) query = query.where(sql<boolean>`strpos(lower(user_login || ' ' || user_name), ${user.toLowerCase()}) > 0`)
  if (userId !== undefined)
    query = query.where((eb) =>
      eb.or([eb('user_id', '=', userId), sql<boolean>`(detail ->> 'user_id')::bigint = ${userId}`]),
    )
  if (deed) query = query.where('deed', '=', deed)
  if (since) query = query.where('at', '>=', since)
  if (until) query = query.where('at', '<', until)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.execute()
}

/** A person or group, and their enterprise. */
interface Named {
  id: number
  name: string
  enterpriseId: number
}

/** Current names for the ids in audit rows, for rows without a stored name; what is gone is missing. */
export interface AuditNames {
  users: ReadonlyMap<number, Named & { login: string }>
  groups: ReadonlyMap<number, Named>
  /** Roots of spaces, which have no name of their own. They are named after the owner of a personal space, or after the department. */
  roots: ReadonlyMap<number, { owner: string | null; department: string | null }>
}

interface NamedIds {
  userIds: readonly number[]
  groupIds: readonly number[]
  itemIds: readonly number[]
}

export async function auditNames(db: Db, { userIds, groupIds, itemIds }: NamedIds): Promise<AuditNames> {
  const [users, groups, roots] = await Promise.all([
    sql<Named & { login: string }>`
      select id, name, login, enterprise_id as "enterpriseId" from users where id = any(${userIds}::bigint[])`.execute(
      db,
    ),
    sql<Named>`
      select groups.id, coalesce(departments.name, groups.name) as name, groups.enterprise_id as "enterpriseId"
      from groups left join departments on departments.id = groups.department_id
      where groups.id = any(${groupIds}::bigint[])`.execute(db),
    sql<{ id: number; owner: string | null; department: string | null }>`
      select items.id, users.name as owner, departments.name as department
      from items left join users on users.id = personal_of left join departments on departments.id = department_id
      where items.id = any(${itemIds}::bigint[]) and (personal_of is not null or department_id is not null)`.execute(
      db,
    ),
  ])
  return { users: byId(users.rows), groups: byId(groups.rows), roots: byId(roots.rows) }
}

function byId<Row extends { id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** Deletes rows older than the retention time. Nothing else can delete rows. */
export async function purgeAudit(db: Db, days: number, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select set_config('satchel.purges_audit_log', 'on', true)`.execute(transaction)
    await transaction.deleteFrom('audit_log').where('at', '<=', calendar(now).subtract(days, 'days').toDate()).execute()
  })
}
