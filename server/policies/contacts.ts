import type { Actor, UserActor } from '../actors/actor'
import { hasColleagues } from './shares/links'

/** Whether an actor may look up people, groups and departments of an enterprise: only of their own, and never as a personal user. */
export function mayLookUp(actor: Actor, enterpriseId: number): boolean {
  switch (actor.kind) {
    case 'user':
      return actor.enterprise.id === enterpriseId && !actor.enterprise.is_personal
    case 'application':
      return actor.scopes.includes('people_read') && mayLookUp(actor.onBehalfOf, enterpriseId)
    case 'visitor':
    case 'contributor':
      return false
  }
}

/** Whether a user may send something to people of an enterprise by name: only of their own, while it lets its people share with each other. */
export function maySendTo(actor: UserActor, enterpriseId: number): boolean {
  return mayLookUp(actor, enterpriseId) && hasColleagues(actor.enterprise)
}
