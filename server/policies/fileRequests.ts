import type { FileRequestState } from '@/contract/fileRequests'
import type { ContributorActor, UserActor } from '../actors/actor'
import type { Access } from './access/facts'
import { itemPermissions } from './access/itemPermissions'
import { mayAdminister } from './administration'
import { mayShareAt } from './shares/visitors'

/** ms after a link's deadline. An upload that was announced before the deadline may finish within this time. */
export const GRACE = 600_000

/** The fields of a collecting link that decide its state. */
export interface CollectFacts {
  maker_id: number
  /** null = never */
  due_at: Date | null
  closed_at: Date | null
}

/**
 * Whether a user may collect files into a folder by a link. The user needs the rights to upload into the folder and to share the folder (owner,
 * coowner, editor and viewer_uploader), because strangers then use somebody's quota. The root of a personal space cannot be shared, so it cannot
 * collect files. Neither can a folder in a closed personal space.
 * @param at levels from the item of the access up to the folder; 0: the item is the folder
 */
export function mayCollectInto(userId: number, { chain, roles, space }: Access, at = 0): boolean {
  const folder = chain[at]
  const role = roles[at] ?? null
  if (folder === undefined || role === null || !folder.isFolder) return false
  const isClosed = space.personalOf !== null && space.owner.isPersonalSpaceClosed
  return (
    !isClosed &&
    itemPermissions(userId, role, folder).includes('item_upload') &&
    mayShareAt(userId, { chain, roles }, at)
  )
}

/**
 * The access of a contributor. A contributor may add files to the link's folder, and versions to the contributor's own files in that folder, while
 * the link's maker may do so. A contributor sees nothing.
 * @param makers the maker's access
 */
export function limitByCollectingLink(
  { collect, maker, fileIds }: Pick<ContributorActor, 'collect' | 'maker' | 'fileIds'>,
  makers: Access,
): Access {
  const [item] = makers.chain
  const at = item.isFolder ? 0 : 1
  const may =
    (item.isFolder || fileIds.has(item.id)) &&
    makers.chain[at]?.id === collect.folderId &&
    mayCollectInto(maker.user.id, makers, at) &&
    makers.permissions.includes('item_upload')
  return {
    ...makers,
    permissions: may ? ['item_upload'] : [],
    role: may ? 'uploader' : null,
    roles: makers.chain.map((_, each) => (may && each <= at ? 'uploader' : null)),
    isDepartmentMember: false,
  }
}

/** Whether a contributor may take back an item: a file of their own in the link's folder, while the link's maker may collect into it. */
export function mayTakeBack(access: Access | undefined): access is Access {
  if (access === undefined || access.isDeleted) return false
  return access.permissions.includes('item_upload') && !access.chain[0].isFolder
}

/**
 * The state of a collecting link. If several reasons apply, the first in this order is reported.
 * @param isAvailable whether the maker may still collect into the folder, and the policies permit public links
 */
export function fileRequestStateOf(
  link: CollectFacts,
  { isAvailable, isFull, now }: { isAvailable: boolean; isFull: boolean; now: Date },
): FileRequestState {
  if (!isAvailable) return 'unavailable'
  if (link.closed_at !== null) return 'closed'
  if (isOver(link, now)) return 'ended'
  return isFull ? 'full' : 'open'
}

/** Whether an upload that was announced in time may still finish. A slow phone has `GRACE` ms after the deadline. */
export function mayFinish(link: CollectFacts, state: FileRequestState, now: Date): boolean {
  if (state === 'open' || state === 'full') return true
  return state === 'ended' && !isOver(link, new Date(now.getTime() - GRACE))
}

/** Whether a user may see a link's contributors and change the link: only its maker. */
export function mayManageCollect({ user }: Pick<UserActor, 'user'>, link: Pick<CollectFacts, 'maker_id'>): boolean {
  return link.maker_id === user.id
}

/** Whether a user may list the collecting links of the whole enterprise: its owners and auditors. Contributors and files stay with the maker. */
export function mayOverseeCollects(actor: Pick<UserActor, 'user' | 'enterprise'>): boolean {
  return mayAdminister(actor, 'readLinks')
}

/** Whether a user may close and reopen a link of somebody in their enterprise: its owners. */
export function mayCloseCollectOf(
  actor: Pick<UserActor, 'user' | 'enterprise'>,
  link: { enterprise_id: number },
): 'yes' | 'no' | 'foreign' {
  if (!mayAdminister(actor, 'decideOnLinks')) return 'no'
  return link.enterprise_id === actor.enterprise.id ? 'yes' : 'foreign'
}

/** Whether the maker of a closed link may reopen it. */
export function mayReopenCollect({
  closed_by_administrator: isByOwner,
}: {
  closed_by_administrator: boolean
}): boolean {
  return !isByOwner
}

function isOver({ due_at: due }: Pick<CollectFacts, 'due_at'>, now: Date): boolean {
  return due !== null && due <= now
}
