import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../database/connect'
import type { MessengerIdentityTable } from '../../database/messengerTables'

export type MessengerIdentityRow = Selectable<MessengerIdentityTable>

/** Stores a user's identity at a messenger for a session, and replaces an earlier identity of the session. */
export async function storeIdentity(db: Db, identity: Insertable<MessengerIdentityTable>): Promise<void> {
  await db
    .insertInto('messenger_identities')
    .values(identity)
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(identity))
    .execute()
}

/** The identity of an active user in one of their sessions; undefined once the session has ended. */
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

/** The identities of an active user. If several sessions have the same identity, only the one from the newest session. */
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
