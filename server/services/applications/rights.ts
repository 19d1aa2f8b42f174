import type { OpenUserCallName } from '@/contract/applications'
import type { ApplicationActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { permissionDenied } from '../../errors'
import { mayPreview } from '../../policies/access/actionPermissions'
import { mayCall } from '../../policies/applications'
import { requireAccess } from '../access/itemAccess'
import { requireVersion } from '../access/viewedFiles'

/** Whether the application's scopes permit a call. */
export function mayMakeCall(actor: ApplicationActor, call: OpenUserCallName): boolean {
  return mayCall(actor, call)
}

/** Requires that an application may show a file. @throws Refused item_not_found, item_is_deleted, permission_denied */
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
