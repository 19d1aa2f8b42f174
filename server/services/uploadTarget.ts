import { extensionOf } from '@/domain/items/extension'
import type { UserActor } from '../actor'
import type { Db } from '../database/connect'
import type { UploadRow } from '../database/tables'
import { inTransaction } from '../database/transaction'
import { itemNotFound, Refused } from '../errors'
import type { Access } from '../policies/facts'
import { lockSpace, spaceUse } from '../queries/spaces'
import { partialBytes, reservedBytes } from '../queries/uploads'
import { requireOpenSpace, requireUnlocked } from './preconditions'
import { requireAccess } from './access'
import { requirePlace } from './places'

/** The folder that takes a new file, or the file that takes a new version (decisions 3.2, 4.19, 57). */
export async function requireTarget(
  db: Db,
  actor: UserActor,
  target: Pick<UploadRow, 'folder_id' | 'target_file_id'>,
  departmentId?: number,
): Promise<Access> {
  if (target.target_file_id === null) {
    const place = await requirePlace(db, actor, { folderId: target.folder_id ?? 0, departmentId }, 'item_upload')
    requireOpenSpace(place)
    return place
  }
  const access = await requireAccess(db, actor, target.target_file_id, 'item_upload')
  if (access.chain[0].isFolder) throw itemNotFound()
  requireOpenSpace(access)
  await requireUnlocked(db, actor, [target.target_file_id])
  return access
}

/** A version keeps the name of its file, so it must be what that name says. @throws Refused version_extension */
export function requireSameKind({ chain: [file] }: Access, name: string): void {
  const extension = extensionOf(file.name)
  if (extensionOf(name) !== extension) throw new Refused('version_extension', { field: 'name', params: { extension } })
}

/**
 * Whether a space holds what lies in it by now; what begun uploads will take is not asked for.
 * @throws Refused quota_exceeded
 */
export function requireQuota(db: Db, { space }: Access): Promise<void> {
  return requireLess(db, space.id, 0)
}

/**
 * Room beside what lies there and what begun uploads will take.
 * @param more bytes that would come
 * @throws Refused quota_exceeded
 */
export async function requireRoom(db: Db, { space }: Access, more: number, now: Date): Promise<void> {
  await requireLess(db, space.id, more + (await reservedBytes(db, space.id, now)))
}

/**
 * Room for the rest of a begun upload, which is held unless the quota was lowered since.
 * @throws Refused quota_exceeded
 */
export async function requireRest(db: Db, { space }: Access, upload: UploadRow, now: Date): Promise<void> {
  await requireLess(db, space.id, upload.size + (await partialBytes(db, space.id, now, upload.id)))
}

/**
 * Begins an upload, which holds room for all of it from now on: of those that come at once only so many are begun as find room.
 * @param begin in the same transaction
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

async function requireLess(db: Db, spaceId: number, more: number): Promise<void> {
  const { usedBytes, quota } = await spaceUse(db, spaceId)
  if (quota !== null && usedBytes + more > quota) throw new Refused('quota_exceeded')
}
