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
import { recordDeed } from '../audit'
import { removeBlobsLater } from './blobs'
import { isOfType, parseTypedId } from '../access/places'

type Needs = Pick<Dependencies, 'db' | 'clock' | 'jobs'>

/** A chosen item, the user's access to it, and its record where it was deleted itself. */
interface Chosen {
  access: Access | undefined
  record: TrashRecord | undefined
}

/**
 * Takes items out of the recycle bin, all or none. What is already restored is passed over.
 * @returns their ids
 * @throws Refused item_is_deleted, restore_folder_without_permission, target_folder_not_deleted, external_item_parent_missing
 */
export async function restoreFromTrash({ db, clock }: Needs, actor: UserActor, typedIds: readonly string[]) {
  return inTransaction(
    db,
    async (transaction) => {
      await lockItems(transaction, idsOf(typedIds))
      const chosen = await look(transaction, actor, typedIds)
      for (const item of chosen.values()) requireRestorable(actor, item, chosen)
      const ids = [...chosen.values()].flatMap(({ record }) => record?.id ?? [])
      await restore(transaction, ids, clock())
      await recordDeed(transaction, clock(), actor, 'item_restored', { itemIds: ids })
      return [...chosen.keys()]
    },
    { by: actor },
  )
}

/**
 * Removes records for good: an owner's with the items, others' from their own list.
 * @throws Refused item_not_found, item_not_in_trash, permission_denied
 */
export async function deleteFromTrash({ db, clock, jobs }: Needs, actor: UserActor, typedIds: readonly string[]) {
  await takeOut({ db, clock, jobs }, actor, async (transaction) =>
    [...(await look(transaction, actor, typedIds)).values()].map((item) => requireRecord(actor, item)),
  )
}

/** records that one call takes out, so that their locks are short */
const BATCH = 200

/**
 * Empties a part of a recycle bin: as `deleteFromTrash`, of what the user may delete; the rest stays and is counted.
 * @param externalId such as `enterprise_7`; absent: the user's own enterprise
 * @param from the `next` of the part before; what was deleted since the first stays
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
  const removed = await takeOut({ db, clock, jobs }, actor, async (transaction) => {
    const lying = [...(await lookAt(transaction, actor, ids)).values()].filter(({ record }) => record)
    const own = lying.flatMap((item) => recordOf(actor, item) ?? [])
    kept = lying.length - own.length
    return own
  })
  const last = ids.at(-1)
  return {
    removed,
    kept,
    next: last === undefined || ids.length < BATCH ? null : { after: last, until },
  }
}

/** What somebody may take out of the trash: an item of their own, or their record of another's. */
interface OwnRecord {
  id: number
  isOwner: boolean
}

/**
 * @param find is asked before the lock on everything below, and again under it
 * @returns how many went
 */
async function takeOut(
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
    { by: actor },
  )
}

/**
 * The contents of a recycle bin (decisions 52): what the user owns, whoever deleted it, and what the user deleted in others' spaces and still sees.
 * @param externalId such as `enterprise_7`; absent: the user's own enterprise
 * @throws Refused item_not_found where the user has nothing to do with the enterprise or user
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

/** Records that the user made of what others own, by whose trash they lie in. */
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

/** Whether an accepted invitation lets the user see something there. */
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

/** By id; an item of another type than its typed id says counts as missing. */
async function look(db: Db, actor: UserActor, typedIds: readonly string[]): Promise<Map<number, Chosen>> {
  const parsed = typedIds.map(parseTypedId)
  const found = await lookAt(
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

async function lookAt(db: Db, actor: UserActor, ids: readonly number[]): Promise<Map<number, Chosen>> {
  const [found, records] = [await accessOf(db, actor, ids), await trashRecords(db, ids)]
  return new Map(ids.map((id) => [id, { access: found.get(id), record: records.get(id) }]))
}

/**
 * A folder restored in the same call is no obstacle for what it holds.
 * @throws Refused item_is_deleted (for good, or never visible), restore_folder_without_permission, target_folder_not_deleted,
 * external_item_parent_missing
 */
function requireRestorable(actor: UserActor, { access, record }: Chosen, chosen: ReadonlyMap<number, Chosen>): void {
  if (!holds(access)) throw itemIsDeleted()
  const {
    chain: [, ...above],
    space: { owner },
  } = access
  if (!mayRestore(actor, access, record?.deletedBy ?? null)) throw restoreWithoutPermission(owner)
  if (above.some((folder) => folder.isDeleted && !chosen.has(folder.id))) throw targetFolderNotDeleted()
  // Only the owner is sure to find it at the root of the space, where it now belongs.
  if (record?.isParentGone && owner.id !== actor.user.id) throw parentMissing()
}

/** @throws Refused item_not_found, item_not_in_trash, permission_denied */
function requireRecord(actor: UserActor, chosen: Chosen): OwnRecord {
  if (!holds(chosen.access)) throw itemNotFound()
  if (!chosen.record) throw itemNotInTrash()
  const own = recordOf(actor, chosen)
  if (!own) throw permissionDenied()
  return own
}

/** null for what the user may not take out of the trash */
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
