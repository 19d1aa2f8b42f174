import { sql, type RawBuilder } from 'kysely'
import type { AuditEvent } from '@/contract/audit'
import type { Db } from '../../database/connect'
import type { AuditRow } from '../audit'

/** Selects entries of an enterprise's audit log; each filter that is given must match. */
export interface LogFilter {
  enterpriseId: number
  since: Date
  until: Date
  events: readonly AuditEvent[]
  /** Of new items: whether folders, whether files. */
  createdFolders: readonly boolean[]
  itemIds?: readonly number[]
  userIds?: readonly number[]
  /** Entries by people who belong to one of them. */
  departmentIds?: readonly number[]
  /** Logins or e-mail addresses, in lower case. */
  emails?: readonly string[]
  /** Only entries older than this id. */
  before?: number
}

export interface LogRow extends AuditRow {
  is_folder: boolean
  size: number | null
}

/** A page of entries, newest first. */
export async function logRows(
  db: Db,
  filter: LogFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select audit_log.*, coalesce(items.is_folder, false) as is_folder, items.size
    from audit_log left join items on items.id = item_id where ${matching(filter)}
    order by audit_log.id desc offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export async function countLog(db: Db, filter: LogFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_log left join items on items.id = item_id where ${matching(filter)}`.execute(db)
  return rows[0]!.count
}

function matching(filter: LogFilter): RawBuilder<unknown> {
  const { enterpriseId, since, until, events, createdFolders, itemIds, userIds, departmentIds, emails, before } = filter
  const conditions = [
    sql`(audit_log.enterprise_id = ${enterpriseId} or item_enterprise_id = ${enterpriseId})`,
    sql`at >= ${since} and at < ${until}`,
    sql`(deed = any(${events}::text[])
      or (deed = 'item_created' and coalesce(items.is_folder, false) = any(${createdFolders}::boolean[])))`,
    ...(itemIds ? [sql`item_id = any(${itemIds}::bigint[])`] : []),
    ...(userIds ? [sql`user_id = any(${userIds}::bigint[])`] : []),
    ...(departmentIds
      ? [sql`user_id in (select user_id from department_members where department_id = any(${departmentIds}::bigint[]))`]
      : []),
    ...(emails
      ? [
          sql`user_id in (select id from users where lower(login) = any(${emails}::text[]) or email = any(${emails}::text[]))`,
        ]
      : []),
    ...(before === undefined ? [] : [sql`audit_log.id < ${before}`]),
  ]
  return sql.join(conditions, sql` and `)
}
