import type { Item } from '@/contract/entities'
import type { Access } from './facts'

/** A user's relation to an item. */
export interface Relation {
  space: Item['space']
  isOwnedCollab: boolean
  isInvitedCollab: boolean
  isExternal: boolean
}

/** Classifies an item's space for a user: own, a department's, another user's in the same enterprise, or another enterprise's. */
export function relationOf(
  { chain, space, isDepartmentMember }: Access,
  userId: number,
  enterpriseId: number,
): Relation {
  const isExternal = space.owner.enterpriseId !== enterpriseId
  const isOwn = space.personalOf === userId
  const isDepartment = space.departmentId !== null && isDepartmentMember && !isExternal
  return {
    space: isExternal
      ? 'external_space'
      : isOwn
        ? 'personal_space'
        : isDepartment
          ? 'department_space'
          : 'collab_space',
    isOwnedCollab: isOwn && chain.some((node) => node.hasCollabs),
    isInvitedCollab: !isExternal && !isOwn && !isDepartment,
    isExternal,
  }
}
