import type { DocumentReadReason, DocumentRole } from '@/contract/documents'
import type { ReadingActor } from '../actors/actor'
import { isInClosedSpace } from './access/authorize'
import type { Access } from './access/facts'

export interface RoleInDocument {
  role: DocumentRole
  /** null for the role `write` */
  reason: DocumentReadReason | null
}

/**
 * What an actor who may see a document may do with it. Only users write: a link never lets its visitors write.
 * @param isLocked whether the lock of another user keeps the actor from changing the document
 */
export function roleInDocument(actor: ReadingActor, access: Access, isLocked: boolean): RoleInDocument {
  if (actor.kind !== 'user' || !access.permissions.includes('item_upload')) return reads('permission_denied')
  if (isInClosedSpace(access)) return reads('personal_space_closed')
  return isLocked ? reads('item_locked') : { role: 'write', reason: null }
}

/** Whether somebody with this role may see earlier versions: everybody who may write, also while something keeps them from it. */
export function maySeeHistory({ reason }: RoleInDocument): boolean {
  return reason !== 'permission_denied'
}

function reads(reason: DocumentReadReason): RoleInDocument {
  return { role: 'read', reason }
}
