import type { Actor } from '../actors/actor'

/** Whether an actor may look up people, groups and departments of an enterprise: only of their own, and never as a personal user. */
export function mayLookUp(actor: Actor, enterpriseId: number): boolean {
  switch (actor.kind) {
    case 'user':
      return actor.enterprise.id === enterpriseId && !actor.enterprise.is_personal
    case 'visitor':
    case 'contributor':
    case 'application':
      return false
  }
}
