import type { EmptiedUpTo } from '@/contract/trash'
import type { UserActor } from '../../actors/actor'
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
import { invitedIds } from '../../queries/items/children'
import { lockItems, lockToPurge } from '../../queries/items/locks'
import { changeUnderFreeNames } from '../../queries/items/newItems'
import { purge } from '../../queries/trash/purge'
import {
  describeTrashes,
  foreignRecords,
  hideRecords,
  partsOf,
  recordsIn,
  trashRecords,
  type Trash,
  type TrashRecord,
} from '../../queries/trash/records'
import { accessOf } from '../access/itemAccess'
import { recordAuditEvent } from '../audit'
import { removeBlobsLater } from './blobs'
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
export async function restoreFromTrash({ db, clock }: Needs, actor: UserActor, typedIds: readonly string[]) {
  return inTransaction(
    db,
    async (transaction) => {
      await lockItems(transaction, idsOf(typedIds))
      const chosen = await findChosen(transaction, actor, typedIds)
      const folders = await deletedAbove(transaction, [...chosen.values()])
      for (const item of chosen.values()) requireRestorable(actor, item, chosen, folders)
      const ids = [...chosen.values()].flatMap(({ record }) => record?.id ?? [])
      await restore(transaction, ids, clock())
      await recordAuditEvent(transaction, clock(), actor, 'item_restored', { itemIds: ids })
      const orphans = [...chosen.values()].flatMap(({ record }) => (record?.isParentGone ? record.id : []))
      return { ids: [...chosen.keys()], orphans }
    },
    { actor },
  )
}

/**
 * Deletes records from the trash. If the user owns the item, the item itself is deleted too. A record of another owner's item only disappears from
 * the user's own list.
 * @throws Refused item_not_found, item_not_in_trash, permission_denied
 */
export async function deleteFromTrash({ db, clock, jobs }: Needs, actor: UserActor, typedIds: readonly string[]) {
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
 * @throws Refused as trashOf
 */
export async function emptyTrash(
  { db, clock, jobs }: Needs,
  actor: UserActor,
  externalId?: string,
  { after, until }: EmptiedUpTo = { after: 0, until: Math.ceil(clock().getTime() / 1000) },
): Promise<{ removed: number; kept: number; next: EmptiedUpTo | null }> {
  const ids = await recordsIn(db, await trashOf(db, actor, externalId), { after, until }, BATCH)
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
  actor: UserActor,
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
      const by = { at: clock(), userId: actor.user.id, address: actor.address ?? '' }
      await removeBlobsLater(jobs, await purge(transaction, owned, by), transaction)
      return records.length
    },
    { actor },
  )
}

/**
 * The content of a recycle bin (decisions 52): the user's own items, and items in others' spaces that the user deleted and still sees.
 * @param externalId such as `enterprise_7`; absent: the user's own enterprise
 * @throws Refused item_not_found if the user has no records there and collaborates on none of that owner's items
 */
export async function trashOf(db: Db, actor: UserActor, externalId?: string): Promise<Trash> {
  const groups = await foreignRecordsByTrash(db, actor)
  if (externalId === undefined) {
    const others = await describeTrashes(
      db,
      [...groups.keys()].filter((key) => key !== 'own'),
    )
    return { external: null, others, ids: groups.get('own') ?? [], ownerId: actor.user.id }
  }
  const ids = groups.get(externalId) ?? []
  const [external] =
    ids.length > 0 || (await isCollaboratorOf(db, actor, externalId)) ? await describeTrashes(db, [externalId]) : []
  if (external === undefined) throw itemNotFound()
  return { external, others: [], ids, ownerId: null }
}

/** The user's records of others' items, by the trash that lists them. */
async function foreignRecordsByTrash(db: Db, actor: UserActor) {
  const rows = await foreignRecords(db, actor.user.id)
  const access = await accessOf(
    db,
    actor,
    rows.map((row) => row.id),
  )
  const groups = new Map<string, number[]>()
  for (const { id, enterpriseId, ...owner } of rows) {
    if (!holds(access.get(id))) continue
    const key =
      enterpriseId === actor.enterprise.id ? 'own' : externalKey(enterpriseId, owner.ownerId, owner.is_personal)
    groups.set(key, [...(groups.get(key) ?? []), id])
  }
  return groups
}

function externalKey(enterpriseId: number, ownerId: number, isPersonal: boolean) {
  return isPersonal ? `user_${ownerId}` : `enterprise_${enterpriseId}`
}

/** Whether an accepted invitation lets the user see an item of that enterprise or user. */
async function isCollaboratorOf(db: Db, actor: UserActor, externalId: string) {
  const [kind, id] = partsOf(externalId)
  const access = await accessOf(db, actor, await invitedIds(db, actor.user.id))
  return [...access.values()].some(
    (each) =>
      holds(each) &&
      each.space.owner.enterpriseId !== actor.enterprise.id &&
      (kind === 'user' ? each.space.owner.id : each.space.owner.enterpriseId) === id,
  )
}

const idsOf = (typedIds: readonly string[]) => typedIds.map((typedId) => parseTypedId(typedId).id)

/** Chosen items by id. An item of another type than its typed id counts as missing. */
async function findChosen(db: Db, actor: UserActor, typedIds: readonly string[]): Promise<Map<number, Chosen>> {
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

async function findChosenById(db: Db, actor: UserActor, ids: readonly number[]): Promise<Map<number, Chosen>> {
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
  actor: UserActor,
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
  const isOwner = owner.id === actor.user.id
  const missing = above.filter((folder) => folder.isDeleted && !chosen.has(folder.id))
  if (!isOwner && missing.some(({ id }) => folders.get(id)?.deletedBy !== actor.user.id)) throw parentMissing()
  if (missing.length > 0) throw targetFolderNotDeleted()
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

/** @throws Refused item_not_found, item_not_in_trash, permission_denied */
function requireRecord(actor: UserActor, chosen: Chosen): OwnRecord {
  if (!holds(chosen.access)) throw itemNotFound()
  if (!chosen.record) throw itemNotInTrash()
  const own = recordOf(actor, chosen)
  if (!own) throw permissionDenied()
  return own
}

/** null if the user may not delete the record */
function recordOf(actor: UserActor, { access, record }: Chosen): OwnRecord | null {
  if (!holds(access) || !record || !mayDeleteForGood(actor, access, record.deletedBy)) return null
  return { id: record.id, isOwner: access.space.owner.id === actor.user.id }
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
