import { checkName } from '@/domain/items/naming'
import { transactionActorOf, principalOf, type UserActor, type UserOrApplication } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { permissionDenied, Refused } from '../../errors'
import { markDeleted } from '../../queries/items/items'
import { lockForUpdate, lockItems, releaseManualLock, setManualLock } from '../../queries/items/locks'
import { restrictedWithin } from '../../queries/items/subtree'
import { insertFolder } from '../../queries/items/newItems'
import { holds } from '../../policies/access/authorize'
import type { Access } from '../../policies/access/facts'
import { mayLock, mayReleaseAnyLock } from '../../policies/items'
import { accessOf } from '../access/itemAccess'
import { recordAuditEvent, recordContents, recordedActorOf } from '../audit'
import { parseTypedId, requireItem, requireItems, requirePlace, type PlaceAddress } from '../access/places'
import {
  requireDepartmentRight,
  requireDepth,
  requireName,
  requireOpenSpace,
  requireUnlocked,
} from '../access/preconditions'
import { outermost, undeletableWithin } from '../access/withheld'

type Needs = Pick<Dependencies, 'db' | 'clock'>
type Naming = Needs & Pick<Dependencies, 'contentCheck'>

/**
 * @returns the new folder's id
 * @throws Refused as requirePlace, personal_space_closed, too_deep, and for the name: name_…, content_refused, content_unchecked
 */
export async function createFolder(
  { db, clock, contentCheck }: Naming,
  actor: UserOrApplication,
  address: PlaceAddress,
  name: string,
): Promise<number> {
  const place = await requirePlace(db, actor, address, 'create_folder')
  requireOpenSpace(place)
  requireDepth(place.chain.length)
  const creatorId = principalOf(actor).user.id
  const wanted = requireName(checkName(name))
  await contentCheck.require({ kind: 'name', text: wanted }, creatorId)
  const at = clock()
  return inTransaction(
    db,
    async (transaction) => {
      const { id } = await insertFolder(transaction, { parentId: place.chain[0].id, name: wanted, creatorId, at })
      await recordContents(transaction, at, actor, 'item_created', id)
      return id
    },
    { actor: transactionActorOf(actor) },
  )
}

/**
 * Moves items into the recycle bin, all or none. Refuses folders with contents that the user may not delete (decisions 62).
 * @throws Refused as requireItem and requireDepartmentRight, item_locked, items_locked, delete_withheld
 */
export async function deleteItems(
  { db, clock }: Needs,
  actor: UserOrApplication,
  typedIds: readonly string[],
): Promise<void> {
  await inTransaction(
    db,
    async (transaction) => {
      const ids = typedIds.map((typedId) => parseTypedId(typedId).id)
      await lockItems(transaction, ids)
      const found = await accessOf(transaction, actor, ids)
      const targets = requireItems(found, typedIds, 'item_delete')
      await requireDepartmentRight(transaction, actor, targets, { isDeletion: true })
      await requireDeletable(transaction, actor, targets)
      const restricted = await restrictedWithin(transaction, ids)
      await requireUnlocked(
        transaction,
        actor,
        restricted.filter((item) => item.is_locked).map(({ id }) => id),
      )
      // Children are not marked: restoring a folder must restore everything that was deleted with the folder.
      const { by, detail } = recordedActorOf(actor)
      await moveToTrash(transaction, by.user.id, outermost(targets), clock())
      await recordAuditEvent(transaction, clock(), by, 'item_deleted', { itemIds: ids, detail })
    },
    { actor: transactionActorOf(actor) },
  )
}

/** @returns the item's id @throws Refused as requireItem, permission_denied below editor, item_locked */
export async function lockItem({ db, clock }: Needs, actor: UserActor, typedId: string): Promise<number> {
  return inTransaction(
    db,
    async (transaction) => {
      await lockItems(transaction, [parseTypedId(typedId).id])
      const {
        chain: [item],
        role,
      } = await requireItem(transaction, actor, typedId)
      if (!mayLock(role)) throw permissionDenied()
      await requireUnlocked(transaction, actor, [item.id])
      await setManualLock(transaction, item.id, actor.user.id, clock())
      return item.id
    },
    { actor },
  )
}

/**
 * Releases a manual lock. Owners and coowners may release any lock, others only their own lock.
 * @returns the item's id
 * @throws Refused as requireItem, item_locked
 */
export async function unlockItem({ db }: Needs, actor: UserActor, typedId: string): Promise<number> {
  const {
    chain: [item],
    role,
  } = await requireItem(db, actor, typedId)
  const mayReleaseAny = mayReleaseAnyLock(role)
  await inTransaction(
    db,
    async (transaction) => {
      // The row lock keeps others from locking the item between the release and the check after it.
      await lockForUpdate(transaction, item.id)
      const isReleased = await releaseManualLock(transaction, item.id, mayReleaseAny ? null : actor.user.id)
      if (!isReleased) await requireUnlocked(transaction, actor, [item.id])
    },
    { actor },
  )
  return item.id
}

/** @throws Refused delete_withheld, naming an item that the user may see; else permission_denied */
async function requireDeletable(db: Db, actor: UserOrApplication, targets: readonly Access[]): Promise<void> {
  const undeletable = await undeletableWithin(db, actor, targets)
  const named = undeletable.find((each) => holds(each))
  if (named) throw new Refused('delete_withheld', { params: { name: named.chain[0].name } })
  if (undeletable.length > 0) throw permissionDenied()
}

/** Marks only the chosen items: their contents count as deleted with them. */
async function moveToTrash(db: Db, userId: number, targets: readonly Access[], at: Date) {
  for (const ownerId of new Set(targets.map(({ space }) => space.owner.id))) {
    const ids = targets.flatMap(({ chain: [item], space }) => (space.owner.id === ownerId ? item.id : []))
    await markDeleted(db, ids, { by: userId, ownerId, at })
  }
}
