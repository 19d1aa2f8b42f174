import { sql } from 'kysely'
import type { Overview } from '@/contract/administration/policies'
import { calendar } from '../../time/calendar'
import type { Db } from '../../database/connect'
import { openLinks } from './policies'

/** days of failed sign-ins and previews */
const RECENT_DAYS = 7
/** days of the storage's history */
const HISTORY_DAYS = 90

/** Open links are counted by the service that lists them. */
export type OverviewFacts = Omit<Overview, 'configured' | 'version' | 'links'> & {
  links: Omit<Overview['links'], 'open' | 'without_password'>
}

/** The figures of an organisation. */
export async function overviewFacts(db: Db, enterpriseId: number, now: Date): Promise<OverviewFacts> {
  const since = calendar(now).subtract(RECENT_DAYS, 'days').toDate()
  const [people, storage, history, largest, links, failures] = await Promise.all([
    one<Overview['people']>(
      db,
      sql`select count(*) filter (where is_active) as active, count(*) filter (where is_active and last_sign_in_at is null) as never_signed_in,
        count(*) filter (where not is_active and removed_at is null) as deactivated,
        count(*) filter (where is_active and administrator_role is not null) as administrators
        from users where enterprise_id = ${enterpriseId}`,
    ),
    one<{ people_bytes: number; departments_bytes: number }>(db, storageOf(sql`= ${enterpriseId}`)),
    historyOf(db, enterpriseId, now),
    largestSpaces(db, enterpriseId),
    one<OverviewFacts['links']>(
      db,
      sql`select count(*) filter (where approval_state = 1) as waiting,
        (select count(*) from collect_links where enterprise_id = ${enterpriseId} and closed_at is null and (due_at is null or due_at > ${now})) as collecting,
        (select count(distinct link_id) from share_reports join share_links on share_links.id = link_id where enterprise_id = ${enterpriseId}) as reported
        from ${openLinks(enterpriseId, now)}`,
    ),
    one<{ sign_ins: number; previews: number; jobs: number }>(
      db,
      sql`select
        (select count(*) from audit_log where enterprise_id = ${enterpriseId} and deed = 'sign_in_refused' and at > ${since}) as sign_ins,
        (select count(*) from representations where enterprise_id = ${enterpriseId} and status = 'failed' and updated_at > ${since}) as previews,
        (select count(*) from jobs where enterprise_id = ${enterpriseId} and state = 'failed') as jobs`,
    ),
  ])
  return {
    people,
    storage: { ...storage, history, largest },
    links,
    failed_sign_ins: failures.sign_ins,
    failed_previews: failures.previews,
    failed_jobs: failures.jobs,
  }
}

async function one<T>(db: Db, query: ReturnType<typeof sql>): Promise<T> {
  return (await (query as ReturnType<typeof sql<T>>).execute(db)).rows[0]!
}

function storageOf(enterprise: ReturnType<typeof sql>) {
  return sql`
    select coalesce(sum(used_bytes) filter (where personal_of is not null), 0)::bigint as people_bytes,
      coalesce(sum(used_bytes) filter (where department_id is not null), 0)::bigint as departments_bytes
    from users join items on items.space_owner_id = users.id where users.enterprise_id ${enterprise}`
}

async function historyOf(db: Db, enterpriseId: number, now: Date): Promise<Overview['storage']['history']> {
  const { rows } = await sql<{ day: number; people_bytes: number; departments_bytes: number }>`
    select extract(epoch from day)::bigint as day, people_bytes, departments_bytes from storage_days
    where enterprise_id = ${enterpriseId} and day > (${now}::timestamptz at time zone 'UTC')::date - ${HISTORY_DAYS}::int
      and day < (${now}::timestamptz at time zone 'UTC')::date
    order by day`.execute(db)
  return rows
}

async function largestSpaces(db: Db, enterpriseId: number): Promise<Overview['storage']['largest']> {
  const { rows } = await sql<Overview['storage']['largest'][number]>`
    select case when personal_of is not null then 'person' else 'department' end as kind, coalesce(personal_of, department_id) as id,
      case when personal_of is not null then users.name else departments.name end as name, used_bytes,
      case when personal_of is not null then coalesce(users.quota_bytes, user_quota_bytes)
        else coalesce(departments.quota_bytes, department_quota_bytes) end as quota_bytes
    from users join enterprises on enterprises.id = enterprise_id join items on items.space_owner_id = users.id
    left join departments on departments.id = items.department_id
    where users.enterprise_id = ${enterpriseId} and used_bytes > 0 and items.deleted_at is null
    order by used_bytes desc, items.id limit 10`.execute(db)
  return rows
}

/** Records the use of storage of all organisations for the day; a second record of a day replaces the first. */
export async function recordStorage(db: Db, now: Date): Promise<void> {
  await sql`
    insert into storage_days (enterprise_id, day, people_bytes, departments_bytes)
    select users.enterprise_id, (${now}::timestamptz at time zone 'UTC')::date,
      coalesce(sum(used_bytes) filter (where personal_of is not null), 0), coalesce(sum(used_bytes) filter (where department_id is not null), 0)
    from users join items on items.space_owner_id = users.id group by users.enterprise_id
    on conflict (enterprise_id, day) do update set people_bytes = excluded.people_bytes, departments_bytes = excluded.departments_bytes`.execute(
    db,
  )
}
