import type { Actor } from '../actor'

/**
 * delete_folder belongs to administrators and to who manages the department above (decisions 4.13).
 * @param isManagedAbove null for a department that is not of the actor's enterprise
 */
export function mayDeleteDepartment(actor: Actor, isManagedAbove: boolean | null): boolean {
  if (isManagedAbove === null) return false
  switch (actor.kind) {
    case 'user':
      return actor.user.is_administrator || isManagedAbove
    case 'visitor':
    case 'application':
      return false
  }
}
