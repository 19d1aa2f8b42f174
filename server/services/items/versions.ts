import { categoryOf } from '@/domain/items/kinds'
import { jobOwner, type UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { itemNotFound, permissionDenied, Refused } from '../../errors'
import type { Access } from '../../policies/access/facts'
import { mayChangeVersions, mayEditRemark } from '../../policies/items'
import type { PreviewTarget } from '../../previews/target'
import { lockItems } from '../../queries/items/locks'
import { setCurrentVersion, setRemark, versionsOfFile, type ListedVersion } from '../../queries/items/versions'
import { requireAccess } from '../access/itemAccess'
import { requireOpenSpace, requireUnlocked } from '../access/preconditions'
import { recordAuditEvent } from '../audit'

export interface VersionList {
  versions: ListedVersion[]
  access: Access
}

/**
 * The versions of a file, latest first, and the user's access to it.
 * @throws Refused as requireAccess; permission_denied for collaborative documents, whose editor stores its own versions
 */
export async function versionsOf(db: Db, actor: UserActor, fileId: number): Promise<VersionList> {
  const access = await requireAccess(db, actor, fileId)
  if (access.chain[0].isFolder) throw itemNotFound()
  const versions = await versionsOfFile(db, fileId)
  if (versions.some(({ itemExtension }) => categoryOf(itemExtension) === 'ydoc')) throw permissionDenied()
  const listed = versions.map((version) => ({
    ...version,
    mayEditRemark: mayEditRemark(access, actor.user.id, version.updaterId),
  }))
  return { versions: listed, access }
}

type IndexPorts = Pick<Dependencies, 'db' | 'jobs' | 'previews' | 'clock'>

interface Changing extends Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'previews' | 'log'> {
  /** Queues indexing of a version (services/search). */
  indexLater(ports: IndexPorts, file: Omit<PreviewTarget, 'bodyKey'> & { isEncrypted: boolean }): Promise<void>
}

export interface Choice {
  fileId: number
  versionId: number
  /** The version that the user saw as current. */
  seenId: number
}

/**
 * Makes another version of a file the current one (AH-52). Repeating the call changes nothing.
 * @throws Refused as versionsOf, item_not_found for a version of another file, permission_denied, personal_space_closed, item_locked;
 *   version_outdated if the current version is not the one that the user saw: an upload or another user came first
 */
export async function makeCurrent(ports: Changing, actor: UserActor, choice: Choice): Promise<void> {
  const { fileId, versionId, seenId } = choice
  const changed = await inTransaction(
    ports.db,
    async (transaction) => {
      await lockItems(transaction, [fileId])
      const { versions, access } = await versionsOf(transaction, actor, fileId)
      if (!mayChangeVersions(access)) throw permissionDenied()
      requireOpenSpace(access)
      await requireUnlocked(transaction, actor, [fileId])
      const { currentId, number } = versionIn(versions, versionId)
      if (currentId === versionId) return null
      if (currentId !== seenId) throw new Refused('version_outdated')
      const current = { itemId: fileId, versionId, updaterId: actor.user.id, at: ports.clock() }
      const { item, bodyId, bodyKey } = await setCurrentVersion(transaction, current)
      const before = { version: versionIn(versions, seenId).number }
      const detail = { before, after: { version: number } }
      await recordAuditEvent(transaction, current.at, actor, 'version_chosen', { itemIds: [fileId], detail })
      const target = { bodyId, bodyKey, extension: item.extension, size: item.size, asker: jobOwner(actor) }
      await ports.indexLater({ ...ports, db: transaction }, { ...target, isEncrypted: item.is_encrypted })
      return target
    },
    { actor },
  )
  if (!changed) return
  await ports.previews
    .startThumbnails(changed)
    .catch((error: unknown) => ports.log.warn(error, 'cannot request thumbnails'))
}

export interface NewRemark {
  fileId: number
  versionId: number
  remark: string
}

/**
 * Changes the remark of a version (AH-52).
 * @returns the versions as versionsOf
 * @throws Refused as versionsOf, item_not_found for a version of another file, permission_denied, personal_space_closed, item_locked,
 *   content_refused, content_unchecked
 */
export async function editRemark(
  { db, contentCheck }: Pick<Dependencies, 'db' | 'contentCheck'>,
  actor: UserActor,
  { fileId, versionId, remark }: NewRemark,
): Promise<VersionList> {
  const text = remark.trim()
  // The content check takes time, so the right is checked before it and again when the remark is stored.
  await requireRemark(db, actor, fileId, versionId)
  await contentCheck.requireTexts([{ kind: 'comment', text, field: 'remark' }], actor.user.id)
  return inTransaction(
    db,
    async (transaction) => {
      await lockItems(transaction, [fileId])
      await requireRemark(transaction, actor, fileId, versionId)
      await setRemark(transaction, versionId, text)
      return versionsOf(transaction, actor, fileId)
    },
    { actor },
  )
}

async function requireRemark(db: Db, actor: UserActor, fileId: number, versionId: number): Promise<void> {
  const { versions, access } = await versionsOf(db, actor, fileId)
  if (!mayChangeVersions(access)) throw permissionDenied()
  if (!versionIn(versions, versionId).mayEditRemark) throw permissionDenied()
  requireOpenSpace(access)
  await requireUnlocked(db, actor, [fileId])
}

/** @throws Refused item_not_found, also for a version of another file */
export function versionIn(versions: readonly ListedVersion[], id: number): ListedVersion {
  const version = versions.find((each) => each.id === id)
  if (!version) throw itemNotFound()
  return version
}
