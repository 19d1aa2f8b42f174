import { sql } from 'kysely'
import type { Request } from '@/contract/api'
import { calendar } from '../../time/calendar'
import type { Db } from '../../database/connect'

/** days to keep an action */
const RETENTION_DAYS = 30
/** Most actions per user and day; further ones are ignored. */
const MAX_PER_DAY = 5000

/** Stores a client's report, once per uuid of a user. */
export async function logAction(
  db: Db,
  userId: number,
  action: Request<'POST /apps/logs/action'>,
  at: Date,
): Promise<void> {
  const { uuid, action: what, typed_id: typedId = null, additional_info: info, fail_reason: reason = null } = action
  const since = calendar(at).subtract(1, 'day').toDate()
  await sql`
    insert into action_log (user_id, uuid, action, typed_id, additional_info, fail_reason, created_at)
    select ${userId}, ${uuid}, ${what}, ${typedId}, ${info ? JSON.stringify(info) : null}::jsonb, ${reason}, ${at}
    where (
      select count(*) from (select from action_log where user_id = ${userId} and created_at > ${since} limit ${MAX_PER_DAY}) today
    ) < ${MAX_PER_DAY}
    on conflict do nothing`.execute(db)
}

/** Deletes actions older than 30 days. */
export async function purgeActions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('action_log')
    .where('created_at', '<=', calendar(now).subtract(RETENTION_DAYS, 'days').toDate())
    .execute()
}
