import { userKey } from '../../../server/actors/actor'
import { documentToken } from '../../../server/crypto/signedAddresses'
import type { Dependencies } from '../../../server/dependencies'

/** A token as the server would sign it for a person: for the socket, or the query of another signed address. */
export function documentAddressOf(
  { sign }: Pick<Dependencies, 'sign'>,
  fileId: number,
  userId: number,
  purpose: 'token' | 'other' = 'other',
  sessionId?: number,
): string {
  if (purpose === 'token') return documentToken(sign, { fileId, actor: userKey(userId), sessionId })
  return sign.address('/api/yiqixie/access', { file_id: fileId }, userKey(userId)).split('?')[1]!
}

/** A token for a user's newest session, also for a document whose kind has no page. */
export async function tokenOfUser(
  { sign, db }: Pick<Dependencies, 'sign' | 'db'>,
  fileId: number,
  userId: number,
): Promise<string> {
  const { id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return documentToken(sign, { fileId, actor: userKey(userId), sessionId: id })
}
