import type { LookingActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { itemNotFound } from '../../errors'
import { findPreviewFile, type PreviewFile } from '../../previews/previewFiles'

/**
 * A version of a file, for somebody who may see the file; where none is named the current one, for visitors the one that their link shows.
 * @throws Refused item_not_found, also for a version that a visitor is not shown
 */
export async function requireVersion(
  db: Db,
  actor: LookingActor,
  fileId: number,
  versionId?: number,
): Promise<PreviewFile> {
  const pinned = actor.kind === 'visitor' ? actor.link.pinned.get(fileId) : undefined
  const file = await findPreviewFile(db, fileId, { versionId: versionId ?? pinned })
  if (file === undefined || !isShown(actor, file)) throw itemNotFound()
  return file
}

/** Whether somebody who may see a file may see this version of it. */
export function isShown(
  actor: LookingActor,
  { fileId, versionId, isCurrent }: Pick<PreviewFile, 'fileId' | 'versionId' | 'isCurrent'>,
): boolean {
  if (actor.kind !== 'visitor') return true
  const pinned = actor.link.pinned.get(fileId)
  return pinned === undefined ? isCurrent : pinned === versionId
}
