import type { OpenCallName } from '@/contract/applications'
import type { ApplicationActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { permissionDenied } from '../../errors'
import { mayPreview } from '../../policies/access/actionPermissions'
import { mayCall } from '../../policies/applications'
import { requireAccess } from '../access/itemAccess'
import { requireVersion } from '../access/viewedFiles'

/** Whether the scopes of an application let it make a call. */
export function mayMakeCall(actor: ApplicationActor, call: OpenCallName): boolean {
  return mayCall(actor, call)
}

/** A file that an application may show. @throws Refused item_not_found, item_is_deleted, permission_denied */
export async function requirePreviewable(
  db: Db,
  actor: ApplicationActor,
  fileId: number,
  versionId: number | undefined,
): Promise<void> {
  const { permissions } = await requireAccess(db, actor, fileId, 'item_preview')
  const { row } = await requireVersion(db, actor, fileId, versionId)
  if (!mayPreview(row, permissions)) throw permissionDenied()
}
