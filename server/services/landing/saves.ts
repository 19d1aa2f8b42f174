import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { shareLinkNotFound } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import type { Node } from '../../policies/access/facts'
import { findSave, markKept } from '../../queries/shares/saves'
import { accessOf } from '../access/itemAccess'

/** The folder into which a user has saved of a link last; null where they cannot look there any more, or saved nothing. */
export async function savedFolder(db: Db, actor: UserActor, linkId: number): Promise<Node | null> {
  const folderId = await findSave(db, { linkId, userId: actor.user.id })
  if (folderId == null) return null
  const access = (await accessOf(db, actor, [folderId])).get(folderId)
  return access && isAllowed(access) ? access.chain[0] : null
}

/**
 * Notes that a user's mini-program keeps what they saved of a link (2§7); again it changes nothing.
 * @throws Refused share_link_not_found where they have saved nothing of such a link
 */
export async function keepInApplet(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { user }: UserActor,
  linkName: string,
): Promise<void> {
  if (!(await markKept(db, { linkName, userId: user.id, at: clock() }))) throw shareLinkNotFound()
}
