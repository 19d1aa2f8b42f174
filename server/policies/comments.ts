import type { Role } from '@/contract/entities'
import { isAllowed, isTakenWhole } from './access/authorize'
import type { Access, Node } from './access/facts'
import { itemPermissions } from './access/itemPermissions'

/** Whether an actor may read what is said about an item, and say something: one right for both (2§6). Nobody talks about the whole of somebody's own space. */
export function mayReadComments(access: Access | undefined): access is Access {
  return isAllowed(access, 'item_create_comment') && isTakenWhole(access!)
}

/** As mayReadComments, for a user of whom only the role on the item is known: whoever is told of a comment. */
export function mayBeTold(userId: number, role: Role | null, item: Node): boolean {
  return (
    role !== null && itemPermissions(userId, role, item).includes('item_create_comment') && item.personalOf === null
  )
}

/** Whether a user may delete a comment that they can read: their own, and as owner or coowner of the item any. */
export function mayDeleteComment({ role }: Pick<Access, 'role'>, userId: number, authorId: number): boolean {
  return userId === authorId || role === 'owner' || role === 'coowner'
}

/** Whether an item lies where others collaborate: in what somebody was invited to, or a department. */
export function isCollaborative({ chain }: Pick<Access, 'chain'>): boolean {
  return chain.some(({ hasCollabs, departmentId }) => hasCollabs || departmentId !== null)
}
