import type { CollectState } from '@/contract/fileRequests'
import type { ContributorActor, UserActor } from '../actors/actor'
import type { Access } from './access/facts'
import { itemPermissions } from './access/itemPermissions'
import { mayShareAt } from './shares/visitors'

/** ms after its deadline in which a link still takes what was announced before it */
export const GRACE = 600_000

/** A collecting link as far as it decides about itself. */
export interface CollectFacts {
  maker_id: number
  /** null = never */
  due_at: Date | null
  closed_at: Date | null
}

/**
 * Whether a user may let others put files into a folder by a link: who may upload into it and share it, so owner, coowner, editor and
 * viewer_uploader; a link lets strangers in, and lets them fill somebody's quota. Never the root of a space of one's own, which nobody shares.
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
 * What somebody who hands in may do with an item: put files into the folder of the link, give their own files there new versions, and nothing
 * once the maker of the link may not; never see anything.
 * @param makers what the maker may do with it
 */
export function throughCollecting(
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

/**
 * Why one can or cannot hand in now, in the order in which somebody is told.
 * @param isAvailable its maker may still collect into its folder, and the policies let strangers in
 */
export function collectStateOf(
  link: CollectFacts,
  { isAvailable, isFull, now }: { isAvailable: boolean; isFull: boolean; now: Date },
): CollectState {
  if (!isAvailable) return 'unavailable'
  if (link.closed_at !== null) return 'closed'
  if (isOver(link, now)) return 'ended'
  return isFull ? 'full' : 'open'
}

/** Whether bytes that were announced in time may still become a hand-in: a phone on a slow network began before the deadline. */
export function mayFinish(link: CollectFacts, state: CollectState, now: Date): boolean {
  if (state === 'open' || state === 'full') return true
  return state === 'ended' && !isOver(link, new Date(now.getTime() - GRACE))
}

/** Whether a user may see a link with who hands in, and change it: its maker alone. */
export function mayManageCollect({ user }: Pick<UserActor, 'user'>, link: Pick<CollectFacts, 'maker_id'>): boolean {
  return link.maker_id === user.id
}

function isOver({ due_at: due }: Pick<CollectFacts, 'due_at'>, now: Date): boolean {
  return due !== null && due <= now
}
