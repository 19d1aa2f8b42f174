import type { ReadingActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { itemNotFound } from '../../errors'
import { findPreviewFile, type PreviewFile } from '../../previews/previewFiles'

/**
 * The version with this id, for an actor who may see the file. Without an id: the current version, or the version that a visitor's link shows.
 * @throws Refused item_not_found, also for a version that a visitor's link does not show
 */
export async function requireVersion(
  db: Db,
  actor: ReadingActor,
  fileId: number,
  versionId?: number,
): Promise<PreviewFile> {
  const pinned = actor.kind === 'visitor' ? actor.link.pinned.get(fileId) : undefined
  const file = await findPreviewFile(db, fileId, { versionId: versionId ?? pinned })
  if (file === undefined || !isShown(actor, file)) throw itemNotFound()
  return file
}

/** Whether an actor who may see a file may see this version of it. */
export function isShown(
  actor: ReadingActor,
  { fileId, versionId, isCurrent }: Pick<PreviewFile, 'fileId' | 'versionId' | 'isCurrent'>,
): boolean {
  if (actor.kind !== 'visitor') return true
  const pinned = actor.link.pinned.get(fileId)
  return pinned === undefined ? isCurrent : pinned === versionId
}
