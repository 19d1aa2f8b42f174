import { principalOf, type Actor } from '../actors/actor'
import type { Access } from './access/facts'
import { mayAdminister } from './administration'

/**
 * Whether an actor may restore an item. Every restorer needs `item_restore`. Only the owner of the space, the user who deleted the item, or an
 * owner of the organisation may restore the root folder of a department; an application has no administrator's rights.
 * @param deletedBy null for an item deleted with a folder above it
 */
export function mayRestore(actor: Actor, { chain: [item], permissions, space }: Access, deletedBy: number | null) {
  switch (actor.kind) {
    case 'user':
    case 'application': {
      const { id } = principalOf(actor).user
      const isTheirs = space.owner.id === id || deletedBy === id
      return (
        permissions.includes('item_restore') &&
        (item.departmentId === null ||
          isTheirs ||
          (actor.kind === 'user' && mayAdminister(actor, 'restoreDepartmentFolder')))
      )
    }
    case 'visitor':
    case 'contributor':
      return false
  }
}

/**
 * Whether an actor may move an item into another folder as far as its space is concerned. The owner of a space keeps what lies in it: only somebody
 * who may delete the item for good there moves it into the space of another owner (decisions 96).
 */
export function mayChangeOwner(actor: Actor, item: Access, folder: Access): boolean {
  return item.space.owner.id === folder.space.owner.id || mayDeleteForGood(actor, item, nobody)
}

/** No user has this id. */
const nobody = 0

/**
 * Whether an actor may delete an item for good. The owner of the space removes the item itself. Other users remove only their own record of having
 * deleted the item.
 */
export function mayDeleteForGood(actor: Actor, { permissions, space }: Access, deletedBy: number): boolean {
  switch (actor.kind) {
    case 'user':
    case 'application': {
      const { id } = principalOf(actor).user
      return space.owner.id === id ? permissions.includes('permanent_delete') : deletedBy === id
    }
    case 'visitor':
    case 'contributor':
      return false
  }
}
