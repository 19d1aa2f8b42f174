import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../database/connect'
import type { MessengerIdentityTable } from '../../database/messengerTables'

export type MessengerIdentityRow = Selectable<MessengerIdentityTable>

/** Keeps who a user is at a messenger in a session, in place of what was known in it. */
export async function keepIdentity(db: Db, identity: Insertable<MessengerIdentityTable>): Promise<void> {
  await db
    .insertInto('messenger_identities')
    .values(identity)
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(identity))
    .execute()
}

/** Who an active user is by one of their sessions; undefined once it has ended. */
export function identityIn(
  db: Db,
  { sessionId, userId }: { sessionId: number; userId: number },
): Promise<MessengerIdentityRow | undefined> {
  return db
    .selectFrom('messenger_identities')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll('messenger_identities')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

/** The sessions by which an active user is known, the newest of each messenger and person. */
export async function identitiesOf(db: Db, userId: number): Promise<MessengerIdentityRow[]> {
  return db
    .selectFrom('messenger_identities')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll('messenger_identities')
    .distinctOn(['messenger', 'app_id', 'external_id'])
    .where('user_id', '=', userId)
    .where('is_active', '=', true)
    .orderBy('messenger')
    .orderBy('app_id')
    .orderBy('external_id')
    .orderBy('known_at', 'desc')
    .execute()
}
