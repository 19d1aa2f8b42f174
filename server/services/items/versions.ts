import type { Permission } from '@/contract/entities'
import { categoryOf } from '@/domain/items/kinds'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { itemNotFound, permissionDenied } from '../../errors'
import { versionsOfFile, type VersionDetail } from '../../queries/items/versions'
import { requireAccess } from '../access/itemAccess'

/**
 * The versions of a file, latest first, and the user's permissions on it.
 * @throws Refused as requireAccess; permission_denied for collaborative documents, whose editor stores its own versions
 */
export async function versionsOf(
  db: Db,
  actor: UserActor,
  fileId: number,
): Promise<{ versions: VersionDetail[]; permissions: readonly Permission[] }> {
  const {
    chain: [file],
    permissions,
  } = await requireAccess(db, actor, fileId)
  if (file.isFolder) throw itemNotFound()
  const versions = await versionsOfFile(db, fileId)
  if (versions.some(({ itemExtension }) => categoryOf(itemExtension) === 'ydoc')) throw permissionDenied()
  return { versions, permissions }
}
