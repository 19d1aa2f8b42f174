import { extensionOf } from '@/domain/items/extension'
import type { UserActor } from '../actor'
import type { Db } from '../database/connect'
import type { UploadRow } from '../database/tables'
import { itemNotFound, Refused } from '../errors'
import type { Access } from '../policies/facts'
import { spaceUse } from '../queries/spaces'
import { partialBytes } from '../queries/uploads'
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

/** @param more bytes that are not counted yet @throws Refused quota_exceeded */
export async function requireQuota(db: Db, { space }: Access, more: number): Promise<void> {
  if (space.personalOf === null) return
  const { usedBytes, quota } = await spaceUse(db, space.id)
  if (quota !== null && usedBytes + more > quota) throw new Refused('quota_exceeded')
}

/**
 * Uploads that were begun count with what has come of them: a quota is full before the disk is.
 * @param more bytes that would come
 * @param uploadId the one they would come to
 * @throws Refused quota_exceeded
 */
export async function requireRoom(db: Db, access: Access, more: number, now: Date, uploadId?: string): Promise<void> {
  if (access.space.personalOf === null) return
  await requireQuota(db, access, more + (await partialBytes(db, access.space.id, now, uploadId)))
}
