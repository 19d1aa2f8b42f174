import type { ErrorType } from '@/contract/moving'
import { COPY_AT_ONCE_LIMIT, FOLDER_DEPTH_LIMIT } from '@/domain/limits'
import { mayPutInto } from '@/domain/moving/destinations'
import { principalOf, transactionActorOf, type UserOrApplication, type VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction, isMissingReference, isUniqueViolation } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { itemEncrypted, moveOutRefused, permissionDenied, Refused } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import { reviewRefusal } from '../../policies/access/actionPermissions'
import { mayReceiveDepartments } from '../../policies/access/departments'
import type { Access } from '../../policies/access/facts'
import { mayChangeOwner } from '../../policies/trash'
import { lockNames } from '../../queries/items/freeNames'
import { copyInto } from '../../queries/moving/copyItems'
import { lockTrees, moveInto, treeOf } from '../../queries/moving/moveItems'
import { countWithin, depthWithin, dropTags, restrictedWithin } from '../../queries/items/subtree'
import { requireDepartmentRight, requireDepth, requireOpenSpace, requireUnlocked } from '../access/preconditions'
import { accessOf, allowed } from '../access/itemAccess'
import { recordAuditEvent, recordedActorOf } from '../audit'
import { parseTypedId, requireItems } from '../access/places'
import { keptBackIds, olderVersions, requireTakeable } from '../shares/source'
import { requireRoom } from '../uploads/target'
import { leftBehindWithin, outermost, reviewedWithin, withheldWithin } from '../access/withheld'

export type Action = 'copy' | 'move'

export interface Order {
  action: Action
  typedIds: readonly string[]
  /** The target folder, by its item id, never 0. */
  folderId: number
}

/** An order by a user or an application. With `from`, the items are copied out of a share link, with the link's rights on the items (decisions 8). */
export interface Task extends Order {
  from?: VisitorActor
}

/** An authorised copy or move. */
export interface Relocation {
  folder: Access
  /** No target is inside another target, except files that a link shows in an older version. */
  targets: Access[]
}

type Needs = Pick<Dependencies, 'db' | 'clock'>

/**
 * Authorises an actor to copy or move items into a folder (1§5, 1§6, decisions 3.1, 3.2, 51, 57).
 * @throws Refused, with `errorType` item or target
 */
export async function authorize(
  deps: Needs,
  actor: UserOrApplication,
  { action, typedIds, folderId, from }: Task,
): Promise<Relocation> {
  const { db } = deps
  const ids = typedIds.map((typedId) => parseTypedId(typedId).id)
  const found = await accessOf(db, actor, from ? [folderId] : [...ids, folderId])
  const sourceAccess = from ? await accessOf(db, from, ids) : found
  const targets = await about('item', async () => {
    const chosen = requireItems(sourceAccess, typedIds, 'item_download')
    if (chosen.some(({ chain: [item] }) => item.personalOf !== null)) throw permissionDenied()
    if (from) return requireTakeable(db, from, chosen)
    if (action === 'move') await requireMovable(deps, actor, chosen)
    requireNotWithheld(chosen, principalOf(actor).user.id)
    return outermost(chosen)
  })
  const folder = await about('target', async () => {
    const place = requireFolder(found.get(folderId), targets)
    if (action === 'move' && !mayReceiveDepartments(place, targets)) throw permissionDenied()
    return place
  })
  if (action === 'move') await about('item', async () => requireOwned(actor, folder, targets))
  await about('target', () => requireShallow(db, action, folder, targets))
  return { folder, targets }
}

/**
 * Requires that the folders stay within the depth limit. Folders that do not get deeper pass even beyond the limit, so that users can take apart
 * a tree that is older than the limit.
 * @throws Refused too_deep
 */
async function requireShallow(db: Db, action: Action, folder: Access, targets: readonly Access[]) {
  const level = folder.chain.length
  const deepened = targets.filter(({ chain }) => chain[0].isFolder && (action === 'copy' || level > chain.length - 1))
  if (deepened.length === 0) return
  const ids = deepened.map(({ chain: [item] }) => item.id)
  requireDepth(level + (await depthWithin(db, ids, FOLDER_DEPTH_LIMIT + 1, { withTrash: action === 'move' })))
}

/** @throws Refused move_out_refused */
function requireOwned(actor: UserOrApplication, folder: Access, targets: readonly Access[]) {
  const foreign = targets.find((target) => !mayChangeOwner(actor, target, folder))
  if (foreign) throw moveOutRefused(foreign.chain[0].name, foreign.space.owner.name)
}

/** @throws Refused permission_denied, item_encrypted, item_locked, move_withheld, download_… */
async function requireMovable(deps: Needs, actor: UserOrApplication, targets: readonly Access[]) {
  for (const target of targets) allowed(target, 'item_delete')
  await requireDepartmentRight(deps.db, actor, targets, { isDeletion: false })
  const restricted = await restrictedWithin(
    deps.db,
    targets.map(({ chain: [item] }) => item.id),
  )
  if (restricted.some((item) => item.is_encrypted)) throw itemEncrypted()
  const locked = restricted.filter((item) => item.is_locked).map(({ id }) => id)
  await requireUnlocked(deps.db, actor, locked)
  await requireNothingLeftBehind(deps.db, actor, targets)
}

/**
 * Refuses a move that would extend anybody's rights: a folder must stay in place if the mover lacks full rights on an item inside. The error names
 * such an item only if the mover may see the item.
 * @throws Refused move_withheld, permission_denied, download_approval, download_encrypted_path
 */
async function requireNothingLeftBehind(db: Db, actor: UserOrApplication, targets: readonly Access[]) {
  const unmovable = await leftBehindWithin(db, actor, targets)
  const named = unmovable.find((each) => isAllowed(each, 'item_view'))
  if (named) throw new Refused('move_withheld', { params: { name: named.chain[0].name } })
  if (unmovable.length > 0) throw permissionDenied()
  requireNotWithheld(await reviewedWithin(db, actor, targets), principalOf(actor).user.id)
}

/** @throws Refused download_approval, download_encrypted_path */
function requireNotWithheld(targets: readonly Access[], userId: number) {
  for (const target of targets) {
    const refusal = reviewRefusal(target, userId)
    if (refusal !== null) throw new Refused(`download_${refusal}`)
  }
}

/** @throws Refused item_not_found, target_folder_not_deleted, permission_denied, personal_space_closed, target_inside_itself */
function requireFolder(found: Access | undefined, targets: readonly Access[]): Access {
  const folder = allowed(found, 'item_view')
  const types = targets.map(({ chain: [item] }) => (item.isFolder ? 'folder' : 'file'))
  if (!folder.chain[0].isFolder || !mayPutInto(folder.permissions, types)) throw permissionDenied()
  requireOpenSpace(folder)
  const above = new Set(folder.chain.map(({ id }) => id))
  const [inside] = targets.filter(({ chain: [item] }) => above.has(item.id))
  if (inside)
    throw new Refused('target_inside_itself', inside.chain[0].id === folder.chain[0].id ? { reason: 'itself' } : {})
  return folder
}

async function about<T>(errorType: ErrorType, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const code = errorType === 'target' && error.code === 'item_is_deleted' ? 'target_folder_not_deleted' : error.code
    throw new Refused(code, { ...error.detail, errorType })
  }
}

/** Whether a job must run the action, because it takes long: across enterprises, or a copy of more than 1,000 items (decisions 4.37). */
export async function isJob(db: Db, action: Action, { folder, targets }: Relocation): Promise<boolean> {
  if (crosses({ folder, targets })) return true
  if (action === 'move') return false
  const count = await countWithin(
    db,
    targets.map(({ chain: [item] }) => item.id),
    COPY_AT_ONCE_LIMIT + 1,
  )
  return count > COPY_AT_ONCE_LIMIT
}

function crosses({ folder, targets }: Relocation) {
  return targets.some(({ space }) => space.owner.enterpriseId !== folder.space.owner.enterpriseId)
}

/** Thrown if the trees changed between authorising and writing, so that the transaction is retried. */
class MovedMeanwhile extends Error {}

/**
 * Copies or moves, all or nothing.
 * @param alongside writes in the same transaction; returns false if the order is already done, so that nothing is copied or moved
 * @returns the items' ids in the target folder
 * @throws Refused as authorize, quota_exceeded
 */
export async function relocate(
  deps: Needs,
  actor: UserOrApplication,
  order: Task,
  alongside: (transaction: Db, done: Relocation) => Promise<boolean> = async () => true,
): Promise<number[]> {
  const isRetryable = (error: unknown) =>
    error instanceof MovedMeanwhile ||
    isMissingReference(error) ||
    isUniqueViolation(error, 'items_name_taken') ||
    // One target is inside another by now and would be copied twice.
    isUniqueViolation(error, 'items_pkey')
  return inTransaction(
    deps.db,
    async (transaction) => {
      const within = { ...deps, db: transaction }
      const authorized = await authorize(within, actor, order)
      const done = order.action === 'move' ? await authorizeLocked(within, actor, order, authorized) : authorized
      // Lock names before locking rows that other transactions wait for, such as a link, and before reading the items to withhold from the copy.
      if (order.action === 'copy') await lockNames(within.db, order.folderId)
      if (!(await alongside(transaction, done))) return []
      if (order.from) await recordSave(within, actor, order.from, done)
      else await recordPlaces(within, actor, order.action, done)
      if (order.action === 'move') return moveNow(within, done)
      const ids = await copyNow(within, actor, done, order.from)
      /* Items that were deleted or restricted meanwhile may be missing in the copy. */
      const { targets } = await authorize(within, actor, order)
      if (targets.length !== done.targets.length) throw new MovedMeanwhile()
      return ids
    },
    { actor: transactionActorOf(actor), isRetryable },
  )
}

/** Authorises again under a lock on the trees, so that nobody else moves anything in them. */
async function authorizeLocked(
  within: Needs,
  actor: UserOrApplication,
  order: Task,
  before: Relocation,
): Promise<Relocation> {
  const places = ({ folder, targets }: Relocation) => [folder, ...targets]
  await lockTrees(within.db, places(before))
  const after = await authorize(within, actor, order)
  const locked = new Set(places(before).map(treeOf))
  if (!places(after).every((place) => locked.has(treeOf(place)))) throw new MovedMeanwhile()
  return after
}

async function moveNow({ db, clock }: Needs, done: Relocation): Promise<number[]> {
  const { folder, targets } = done
  const ids = targets.map(({ chain: [item] }) => item.id)
  await about('item', () => moveInto(db, folder, targets, clock()))
  if (crosses(done)) await dropTags(db, ids)
  const grows = targets.some(({ space }) => space.id !== folder.space.id)
  if (grows) await about('target', () => requireRoom(db, folder, 0, clock()))
  return ids
}

/** Records source and target folder, because the item's rights change with its folder. */
async function recordPlaces(
  { db, clock }: Needs,
  actor: UserOrApplication,
  action: Action,
  { folder, targets }: Relocation,
): Promise<void> {
  const placeOf = (place: Access['chain'][0]) => ({ folder_id: place.id, folder: place.name })
  const { by, detail: application } = recordedActorOf(actor)
  const parents = new Map(targets.map(({ chain: [item, parent] }) => [item.parentId, parent]))
  for (const [parentId, parent] of parents) {
    const itemIds = targets.flatMap(({ chain: [item] }) => (item.parentId === parentId ? item.id : []))
    const detail = { ...application, before: parent ? placeOf(parent) : null, after: placeOf(folder.chain[0]) }
    await recordAuditEvent(db, clock(), by, action === 'move' ? 'item_moved' : 'item_copied', { itemIds, detail })
  }
}

/** Records the link only: neither side may learn the folder on the other side. */
async function recordSave(
  { db, clock }: Needs,
  actor: UserOrApplication,
  { link }: VisitorActor,
  { targets }: Relocation,
) {
  const itemIds = targets.map(({ chain: [item] }) => item.id)
  const { by, detail } = recordedActorOf(actor)
  const saved = { itemIds, detail: { ...detail, serial_number: link.serialNumber } }
  await recordAuditEvent(db, clock(), by, 'item_copied', saved)
}

/** Copies the targets into the folder, except items withheld from the user. Call while the folder's names are locked. */
async function copyNow(
  { db, clock }: Needs,
  actor: UserOrApplication,
  { folder, targets }: Relocation,
  from?: VisitorActor,
): Promise<number[]> {
  const withheldNow = () => (from ? keptBackIds(db, from, targets) : withheldIds(db, actor, targets))
  const withheld = await withheldNow()
  const older = from && (await olderVersions(db, from))
  const ids = await copyInto(db, { folder, targets, withheld, older, userId: principalOf(actor).user.id, at: clock() })
  /* The copy includes items added meanwhile, perhaps also items that must be withheld from the user. */
  const known = new Set(withheld)
  if ((await withheldNow()).some((id) => !known.has(id))) throw new MovedMeanwhile()
  await about('target', () => requireRoom(db, folder, 0, clock()))
  return ids
}

async function withheldIds(db: Db, actor: UserOrApplication, targets: readonly Access[]): Promise<number[]> {
  const withheld = [...(await withheldWithin(db, actor, targets)), ...(await reviewedWithin(db, actor, targets))]
  return withheld.map(({ chain: [item] }) => item.id)
}

/** Finds the target folder. @throws Refused with `errorType` target */
export function requireTarget(find: () => Promise<Access>): Promise<Access> {
  return about('target', find)
}
