import { sql } from 'kysely'
import { preparedStatement, type Db } from '../../database/connect'

/** Remembers the tokens of people's sessions, which the deactivation of their accounts is about to end. */
export async function rememberDeactivated(db: Db, userIds: readonly number[], at: Date): Promise<void> {
  await sql`
    insert into deactivated_sessions (token_hash, user_id, ended_at)
    select token_hash, user_id, ${at} from sessions where user_id = any(${userIds}::bigint[])`.execute(db)
}

/** Whether a token was that of a session which the deactivation of its account ended. False once the account is active again. */
export async function isOfDeactivated(db: Db, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`${preparedStatement}
    select from deactivated_sessions join users on users.id = user_id where token_hash = ${hash} and not is_active`.execute(
    db,
  )
  return rows.length > 0
}

/** Deletes the tokens of sessions that ended until a time. */
export async function forgetDeactivated(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('deactivated_sessions').where('ended_at', '<=', time).execute()
}
