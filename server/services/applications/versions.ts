import type { ApplicationActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { itemNotFound } from '../../errors'
import type { PreviewFile } from '../../previews/previewFiles'
import { nthVersion } from '../../queries/items/versions'
import { requireAccess } from '../access/itemAccess'
import { orderDownload } from '../downloads/files'

/**
 * A version for downloading.
 * @param version 0: the current one; otherwise the nth from the oldest
 * @throws Refused as orderDownload; item_not_found without such a version
 */
export async function openDownload(
  ports: Pick<Dependencies, 'db' | 'clock' | 'jobs'>,
  actor: ApplicationActor,
  fileId: number,
  version: number,
): Promise<PreviewFile> {
  if (version === 0) return orderDownload(ports, actor, fileId)
  await requireAccess(ports.db, actor, fileId, 'item_download')
  const versionId = await nthVersion(ports.db, fileId, version)
  if (versionId === undefined) throw itemNotFound()
  return orderDownload(ports, actor, fileId, versionId)
}
