import { extensionOf } from '@/domain/items/extension'
import type { UploadingActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { UploadRow } from '../../database/tables'
import { inTransaction } from '../../database/transaction'
import { itemNotFound, Refused } from '../../errors'
import type { Access } from '../../policies/access/facts'
import { lockSpace, spaceUse } from '../../queries/items/spaces'
import { isDocument } from '../../queries/documents/documents'
import { markActive, partialBytes, reservedBytes } from '../../queries/uploads/uploads'
import { requireOpenSpace, requireUnlocked } from '../access/preconditions'
import { requireAccess } from '../access/itemAccess'
import { requireHandInTarget } from '../fileRequests/handIns'
import { requirePlace } from '../access/places'

/** The folder of a new file, or the file of a new version (decisions 3.2, 4.19, 57). @param now for checking deadlines */
export async function requireTarget(
  db: Db,
  now: Date,
  actor: UploadingActor,
  target: Pick<UploadRow, 'folder_id' | 'target_file_id'>,
  departmentId?: number,
): Promise<Access> {
  if (actor.kind === 'contributor') return requireHandInTarget(db, now, actor, target)
  if (target.target_file_id === null) {
    const place = await requirePlace(db, actor, { folderId: target.folder_id ?? 0, departmentId }, 'item_upload')
    requireOpenSpace(place)
    return place
  }
  const access = await requireAccess(db, actor, target.target_file_id, 'item_upload')
  if (access.chain[0].isFolder) throw itemNotFound()
  // People edit the document itself, and its editor makes the versions.
  if (await isDocument(db, target.target_file_id)) throw new Refused('not_support')
  requireOpenSpace(access)
  await requireUnlocked(db, actor, [target.target_file_id])
  return access
}

/** A version keeps the name of its file, so it needs the same extension. @throws Refused version_extension */
export function requireSameKind({ chain: [file] }: Access, name: string): void {
  const extension = extensionOf(file.name)
  if (extensionOf(name) !== extension) throw new Refused('version_extension', { field: 'name', params: { extension } })
}

/**
 * Checks that a space's current content fits its quota. Ignores the bytes that running uploads reserve.
 * @throws Refused quota_exceeded
 */
export function requireQuota(db: Db, { space }: Access): Promise<void> {
  return requireFits(db, space.id, 0)
}

/**
 * ms without a new byte after which an upload reserves only its stored bytes, so that an invited user cannot block the whole quota with one byte
 */
const RESERVATION_LIFETIME = 600_000

/**
 * Checks that a space has room for more bytes, beside its content and the bytes that running uploads reserve.
 * @param more bytes to add
 * @param exceptId upload to leave out of the count
 * @throws Refused quota_exceeded
 */
export async function requireRoom(
  db: Db,
  { space }: Access,
  more: number,
  now: Date,
  exceptId?: string,
): Promise<void> {
  const activeSince = new Date(now.getTime() - RESERVATION_LIFETIME)
  await requireFits(db, space.id, more + (await reservedBytes(db, space.id, { now, activeSince }, exceptId)))
}

/**
 * Reserves room for the rest of a begun upload. If the upload still holds its reservation, only a lowered quota can refuse it.
 * @throws Refused quota_exceeded
 */
export function reserveRest(
  db: Db,
  access: Access,
  { id, size, active_at: activeAt }: UploadRow,
  now: Date,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await lockSpace(transaction, access.space.id)
    const isHeld = activeAt !== null && now.getTime() - activeAt.getTime() <= RESERVATION_LIFETIME
    if (isHeld) {
      await requireFits(
        transaction,
        access.space.id,
        size + (await partialBytes(transaction, access.space.id, now, id)),
      )
    } else {
      await requireRoom(transaction, access, size, now, id)
    }
    await markActive(transaction, id, now)
  })
}

/**
 * Begins an upload and reserves room for all of it. Concurrent uploads begin only as far as there is room.
 * @param begin called in the same transaction
 * @throws Refused quota_exceeded
 */
export function reserve<T>(
  db: Db,
  access: Access,
  { size }: Pick<UploadRow, 'size'>,
  now: Date,
  begin: (transaction: Db) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (transaction) => {
    await lockSpace(transaction, access.space.id)
    await requireRoom(transaction, access, size, now)
    return begin(transaction)
  })
}

async function requireFits(db: Db, spaceId: number, more: number): Promise<void> {
  const { usedBytes, quota } = await spaceUse(db, spaceId)
  if (quota !== null && usedBytes + more > quota) throw new Refused('quota_exceeded')
}
