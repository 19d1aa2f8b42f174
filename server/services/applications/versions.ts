import type { OpenRequest } from '@/contract/applications'
import { programUser, type ApplicationActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { itemNotFound } from '../../errors'
import { nthVersion, type ListedVersion } from '../../queries/items/versions'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { requireAccess } from '../access/itemAccess'
import { versionIn, versionsOf } from '../items/versions'
import { viewItem } from '../items/viewing'
import { deleteVersion, repeatVersion } from './versionChanges'

/**
 * The id of a version that a program names by a number.
 * @param version 0: the current one; otherwise the nth from the oldest
 * @returns undefined for the current one
 * @throws Refused as requireAccess; item_not_found without such a version
 */
export async function numberedVersion(
  db: Db,
  actor: ApplicationActor,
  fileId: number,
  version: number,
): Promise<number | undefined> {
  if (version === 0) return undefined
  await requireAccess(db, actor, fileId, 'item_download')
  const versionId = await nthVersion(db, fileId, version)
  if (versionId === undefined) throw itemNotFound()
  return versionId
}

type Named = OpenRequest<'GET /v2/file/{id}/version/{version_id}/info'>

/** The versions of a file, the current one first, then the newest. @throws Refused as versionsOf */
export async function openVersions(db: Db, actor: ApplicationActor, fileId: number): Promise<ListedVersion[]> {
  const { versions } = await versionsOf(db, programUser(actor), fileId)
  const isCurrent = ({ id, currentId }: ListedVersion) => id === currentId
  return [...versions.filter(isCurrent), ...versions.filter((version) => !isCurrent(version))]
}

/** @throws Refused as versionsOf; item_not_found for a version of another file */
export async function openVersion(db: Db, actor: ApplicationActor, { id, version_id }: Named): Promise<ListedVersion> {
  return versionIn((await versionsOf(db, programUser(actor), id)).versions, version_id)
}

/** @throws Refused as repeatVersion */
export async function openPromote(
  needs: Pick<Dependencies, 'db' | 'clock'>,
  actor: ApplicationActor,
  { id: fileId, version_id: versionId }: Named,
): Promise<ViewedItem> {
  await repeatVersion(needs, programUser(actor), { fileId, versionId })
  return viewItem(needs, actor, fileId)
}

/** @throws Refused as deleteVersion */
export function openDeleteVersion(
  needs: Pick<Dependencies, 'db' | 'clock' | 'jobs'>,
  actor: ApplicationActor,
  { id: fileId, version_id: versionId }: Named,
): Promise<void> {
  return deleteVersion(needs, programUser(actor), { fileId, versionId })
}
