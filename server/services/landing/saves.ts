import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { shareLinkNotFound } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import type { Node } from '../../policies/access/facts'
import { findSave, markSaveKept } from '../../queries/shares/saves'
import { accessOf } from '../access/itemAccess'

/** The folder into which a user last saved from a link; null without such a folder, or once the user has lost access to the folder. */
export async function savedFolder(db: Db, actor: UserActor, linkId: number): Promise<Node | null> {
  const folderId = await findSave(db, { linkId, userId: actor.user.id })
  if (folderId == null) return null
  const access = (await accessOf(db, actor, [folderId])).get(folderId)
  return access && isAllowed(access) ? access.chain[0] : null
}

/**
 * Records that a user kept the items saved from a link in the mini-program (2§7). A repeated call changes nothing.
 * @throws Refused share_link_not_found if the user saved nothing from such a link
 */
export async function markKeptInMiniProgram(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { user }: UserActor,
  linkName: string,
): Promise<void> {
  if (!(await markSaveKept(db, { linkName, userId: user.id, at: clock() }))) throw shareLinkNotFound()
}
