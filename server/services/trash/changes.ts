import type { EmptiedUpTo } from '@/contract/trash'
import { principalOf, transactionActorOf, type UserOrApplication } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import {
  itemIsDeleted,
  itemNotFound,
  itemNotInTrash,
  parentMissing,
  permissionDenied,
  restoreWithoutPermission,
  targetFolderNotDeleted,
} from '../../errors'
import { holds } from '../../policies/access/authorize'
import { mayDeleteForGood, mayRestore } from '../../policies/trash'
import type { Access } from '../../policies/access/facts'
import { lockItems, lockToPurge } from '../../queries/items/locks'
import { changeUnderFreeNames } from '../../queries/items/newItems'
import { purge } from '../../queries/trash/purge'
import { hideRecords, recordsIn, trashRecords, type TrashRecord } from '../../queries/trash/records'
import { accessOf } from '../access/itemAccess'
import { recordAuditEvent, recordedActorOf } from '../audit'
import { removeBlobsLater } from './blobs'
import { trashOf } from './list'
import { isOfType, parseTypedId } from '../access/places'

type Needs = Pick<Dependencies, 'db' | 'clock' | 'jobs'>

/** A chosen item: the user's access, and the trash record if the item itself was deleted. */
interface Chosen {
  access: Access | undefined
  record: TrashRecord | undefined
}

/**
 * Restores items from the recycle bin, all or none. Ignores items that are restored already.
 * @returns the ids of all given items, and of those whose folder no longer exists: they are in the root of their space now
 * @throws Refused item_is_deleted, restore_folder_without_permission, target_folder_not_deleted, external_item_parent_missing
 */
export async function restoreFromTrash({ db, clock }: Needs, actor: UserOrApplication, typedIds: readonly string[]) {
  return inTransaction(
    db,
    async (transaction) => {
      await lockItems(transaction, idsOf(typedIds))
      const chosen = await findChosen(transaction, actor, typedIds)
      const folders = await deletedAbove(transaction, [...chosen.values()])
      for (const item of chosen.values()) requireRestorable(actor, item, chosen, folders)
      const ids = [...chosen.values()].flatMap(({ record }) => record?.id ?? [])
      await restore(transaction, ids, clock())
      const { by, detail } = recordedActorOf(actor)
      await recordAuditEvent(transaction, clock(), by, 'item_restored', { itemIds: ids, detail })
      const orphans = [...chosen.values()].flatMap(({ record }) => (record?.isParentGone ? record.id : []))
      return { ids: [...chosen.keys()], orphans }
    },
    { actor: transactionActorOf(actor) },
  )
}

/**
 * Deletes records from the trash. If the user owns the item, the item itself is deleted too. A record of another owner's item only disappears from
 * the user's own list.
 * @throws Refused item_not_found, item_not_in_trash, permission_denied
 */
export async function deleteFromTrash(
  { db, clock, jobs }: Needs,
  actor: UserOrApplication,
  typedIds: readonly string[],
) {
  await deleteRecords({ db, clock, jobs }, actor, async (transaction) =>
    [...(await findChosen(transaction, actor, typedIds)).values()].map((item) => requireRecord(actor, item)),
  )
}

/** records per call, so that locks are short */
const BATCH = 200

/**
 * Empties a part of a recycle bin, as `deleteFromTrash`. Records that the user may not delete are kept and counted.
 * @param externalId such as `enterprise_7`; absent: the user's own enterprise
 * @param from `next` of the previous part; records newer than the first call are kept
 * @param kind the kind of items to delete
 * @throws Refused as trashOf
 */
export async function emptyTrash(
  { db, clock, jobs }: Needs,
  actor: UserOrApplication,
  externalId?: string,
  { after, until }: EmptiedUpTo = { after: 0, until: Math.ceil(clock().getTime() / 1000) },
  kind: 'file' | 'folder' | 'all' = 'all',
): Promise<{ removed: number; kept: number; next: EmptiedUpTo | null }> {
  const found = await recordsIn(db, await trashOf(db, actor, externalId), { after, until }, BATCH, kind)
  const ids = found.map(({ id }) => id)
  let kept = 0
  const removed = await deleteRecords({ db, clock, jobs }, actor, async (transaction) => {
    const inTrash = [...(await findChosenById(transaction, actor, ids)).values()].filter(({ record }) => record)
    const own = inTrash.flatMap((item) => recordOf(actor, item) ?? [])
    kept = inTrash.length - own.length
    return own
  })
  const last = ids.at(-1)
  return {
    removed,
    kept,
    next: last === undefined || ids.length < BATCH ? null : { after: last, until },
  }
}

/** A record that a user may delete: of the user's own item, or the user's record of another's item. */
interface OwnRecord {
  id: number
  isOwner: boolean
}

/**
 * @param find called before the items and everything in them are locked, and again under the lock
 * @returns the number of deleted records
 */
async function deleteRecords(
  { db, clock, jobs }: Needs,
  actor: UserOrApplication,
  find: (transaction: Db) => Promise<OwnRecord[]>,
): Promise<number> {
  return inTransaction(
    db,
    async (transaction) => {
      await lockToPurge(
        transaction,
        (await find(transaction)).map(({ id }) => id),
      )
      const records = await find(transaction)
      const owned = records.filter(({ isOwner }) => isOwner).map(({ id }) => id)
      const others = records.filter(({ isOwner }) => !isOwner).map(({ id }) => id)
      await hideRecords(transaction, others)
      const { by, detail } = recordedActorOf(actor)
      const purging = { at: clock(), userId: by.user.id, address: by.address ?? '', detail }
      await removeBlobsLater(jobs, await purge(transaction, owned, purging), transaction)
      return records.length
    },
    { actor: transactionActorOf(actor) },
  )
}

const idsOf = (typedIds: readonly string[]) => typedIds.map((typedId) => parseTypedId(typedId).id)

/** Chosen items by id. An item of another type than its typed id counts as missing. */
async function findChosen(db: Db, actor: UserOrApplication, typedIds: readonly string[]): Promise<Map<number, Chosen>> {
  const parsed = typedIds.map(parseTypedId)
  const found = await findChosenById(
    db,
    actor,
    parsed.map(({ id }) => id),
  )
  return new Map(
    parsed.map(({ id, type }) => {
      const { access, record } = found.get(id)!
      return [id, { access: access && isOfType(access, type) ? access : undefined, record }]
    }),
  )
}

async function findChosenById(db: Db, actor: UserOrApplication, ids: readonly number[]): Promise<Map<number, Chosen>> {
  const [found, records] = [await accessOf(db, actor, ids), await trashRecords(db, ids)]
  return new Map(ids.map((id) => [id, { access: found.get(id), record: records.get(id) }]))
}

/**
 * Requires that the user can restore a chosen item. A deleted folder above does not matter if the same call restores that folder. A user who has
 * no record of the folder cannot restore the folder, so only its owner can help (decisions 100).
 * @param folders records of the deleted folders above
 * @throws Refused item_is_deleted (purged or never visible), restore_folder_without_permission, target_folder_not_deleted,
 * external_item_parent_missing
 */
function requireRestorable(
  actor: UserOrApplication,
  { access, record }: Chosen,
  chosen: ReadonlyMap<number, Chosen>,
  folders: ReadonlyMap<number, TrashRecord>,
): void {
  if (!holds(access)) throw itemIsDeleted()
  const {
    chain: [, ...above],
    space: { owner },
  } = access
  if (!mayRestore(actor, access, record?.deletedBy ?? null)) throw restoreWithoutPermission(owner)
  const { id: userId } = principalOf(actor).user
  const isOwner = owner.id === userId
  const missing = above.filter((folder) => folder.isDeleted && !chosen.has(folder.id))
  if (!isOwner && missing.some(({ id }) => folders.get(id)?.deletedBy !== userId)) throw parentMissing()
  if (missing.length > 0) throw targetFolderNotDeleted(missing)
  // An orphan is restored to the root of the space, which only the owner is sure to see.
  if (record?.isParentGone && !isOwner) throw parentMissing()
}

function deletedAbove(db: Db, chosen: readonly Chosen[]): Promise<Map<number, TrashRecord>> {
  const folders = chosen.flatMap(({ access }) => access?.chain.slice(1) ?? [])
  return trashRecords(
    db,
    folders.filter(({ isDeleted }) => isDeleted).map(({ id }) => id),
  )
}

/**
 * The record of an item in the user's own recycle bin: of an item that the user owns, or that the user deleted.
 * @throws Refused item_not_in_trash, also for an item that does not exist
 */
export async function requireTrashed(db: Db, actor: UserOrApplication, typedId: string): Promise<TrashRecord> {
  const [{ access, record } = { access: undefined, record: undefined }] = (
    await findChosen(db, actor, [typedId])
  ).values()
  const { id: userId } = principalOf(actor).user
  const isTheirs = access?.space.owner.id === userId || (record?.deletedBy === userId && !record.isHidden)
  if (!holds(access) || !record || !isTheirs) throw itemNotInTrash()
  return record
}

/** @throws Refused item_not_found, item_not_in_trash, permission_denied */
function requireRecord(actor: UserOrApplication, chosen: Chosen): OwnRecord {
  if (!holds(chosen.access)) throw itemNotFound()
  if (!chosen.record) throw itemNotInTrash()
  const own = recordOf(actor, chosen)
  if (!own) throw permissionDenied()
  return own
}

/** null if the user may not delete the record */
function recordOf(actor: UserOrApplication, { access, record }: Chosen): OwnRecord | null {
  if (!holds(access) || !record || !mayDeleteForGood(actor, access, record.deletedBy)) return null
  return { id: record.id, isOwner: access.space.owner.id === principalOf(actor).user.id }
}

async function restore(db: Db, ids: readonly number[], at: Date) {
  await changeUnderFreeNames(db, ids, {
    deleted_at: null,
    deleted_by: null,
    deleted_space_owner_id: null,
    is_record_hidden: false,
    is_parent_gone: false,
    changed_at: at,
  })
}
