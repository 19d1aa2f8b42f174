import { sql } from 'kysely'
import type { Request } from '@/contract/api'
import { calendar } from '../../time/calendar'
import type { Db } from '../../database/connect'

/** days that an action is kept */
const KEPT = 30
/** actions of one user within a day; what comes above is passed over */
const DAILY = 5000

/** Keeps what a client told, once for each uuid of a user. */
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
      select count(*) from (select from action_log where user_id = ${userId} and created_at > ${since} limit ${DAILY}) today
    ) < ${DAILY}
    on conflict do nothing`.execute(db)
}

/** Those that are older than 30 days. */
export async function purgeActions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('action_log').where('created_at', '<=', calendar(now).subtract(KEPT, 'days').toDate()).execute()
}
