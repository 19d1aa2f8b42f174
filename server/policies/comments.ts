import type { Role } from '@/contract/entities'
import { isAllowed, isWholeItem } from './access/authorize'
import type { Access, Node } from './access/facts'
import { itemPermissions } from './access/itemPermissions'

/**
 * Whether an actor may read the comments of an item and comment on the item. One right permits both (2§6). The root of a personal space has no
 * comments.
 */
export function mayReadComments(access: Access | undefined): access is Access {
  return isAllowed(access, 'item_create_comment') && isWholeItem(access!)
}

/** Whether a comment notifies a user. Applies the rule of mayReadComments to the user's role on the item. */
export function mayBeNotified(userId: number, role: Role | null, item: Node): boolean {
  return (
    role !== null && itemPermissions(userId, role, item).includes('item_create_comment') && item.personalOf === null
  )
}

/** Whether a user may delete a comment that they can read. Owners and coowners of the item may delete any, other users only their own. */
export function mayDeleteComment({ role }: Pick<Access, 'role'>, userId: number, authorId: number): boolean {
  return userId === authorId || role === 'owner' || role === 'coowner'
}

/**
 * Whether a user may resolve and reopen a thread that they can read (decisions 235): the author of its first comment, and everybody who may edit the
 * item. @param authorId null if the first comment is deleted
 */
export function mayResolveThread(
  { permissions }: Pick<Access, 'permissions'>,
  userId: number,
  authorId: number | null,
): boolean {
  return userId === authorId || permissions.includes('edit_properties')
}

/** Whether an item, or a folder above the item, has collaborators or is the folder of a department. */
export function isCollaborative({ chain }: Pick<Access, 'chain'>): boolean {
  return chain.some(({ hasCollabs, departmentId }) => hasCollabs || departmentId !== null)
}
