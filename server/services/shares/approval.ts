import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { permissionDenied } from '../../errors'
import { approval } from '../../policies/shares/links'
import { updateLink, type LinkDetail, type LinkView } from '../../queries/shares/links'
import { recordShare, requireLocked } from './changes'
import { approverOf, viewLinks } from './lists'
import { notifyMaker, notifyOfOpening } from './messages'
import { linkStatuses } from './status'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'encrypter'>

/**
 * Approves or refuses waiting links; other links stay as they are.
 * @throws Refused share_link_not_found if a link is missing; permission_denied if the user may not decide about a link. Nothing is changed then.
 */
export async function decideLinks(
  ports: Ports,
  actor: UserActor,
  ids: readonly number[],
  isApproved: boolean,
): Promise<LinkView[]> {
  const chosen = [...new Set(ids)].sort((one, other) => one - other)
  const mayDecide = await approverOf(ports.db, actor)
  await inTransaction(ports.db, async (transaction) => {
    for (const id of chosen) {
      const link = await requireLocked(transaction, actor, id)
      if (!mayDecide(link)) throw permissionDenied()
      if (link.approval_state === approval.waiting) await decide(transaction, actor, link, isApproved, ports.clock())
    }
  })
  return viewLinks(ports, actor, chosen)
}

async function decide(db: Db, actor: UserActor, link: LinkDetail, isApproved: boolean, at: Date): Promise<void> {
  const [approval_state, deed] = isApproved
    ? ([approval.approved, 'share_approved'] as const)
    : ([approval.refused, 'share_refused'] as const)
  await updateLink(db, link.id, { approval_state, approver_id: actor.user.id })
  // Users never get messages from themselves (decisions 58).
  if (link.maker_id !== actor.user.id) await notifyMaker(db, link, deed, at)
  const { state } = (await linkStatuses(db, [{ ...link, approval_state }], at)).get(link.id)!
  if (state === 'open') await notifyOfOpening(db, link, at)
  await recordShare(db, actor, link, deed, at)
}
