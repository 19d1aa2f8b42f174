import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { permissionDenied } from '../../errors'
import { mayChangeVersions, mayDeleteVersion } from '../../policies/items'
import { lockItems } from '../../queries/items/locks'
import { addVersion } from '../../queries/items/newItems'
import { releaseBytes } from '../../queries/items/spaces'
import { deleteVersionRow, isPinned, setCurrentVersion } from '../../queries/items/versions'
import { requireOpenSpace, requireUnlocked } from '../access/preconditions'
import { recordAuditEvent } from '../audit'
import { removeBlobsLater } from '../trash/blobs'
import { requireQuota } from '../uploads/target'
import { versionIn, versionsOf } from '../items/versions'

type Needs = Pick<Dependencies, 'db' | 'clock'>

export interface NamedVersion {
  fileId: number
  versionId: number
}

/**
 * Adds a version with the bytes and the remark of an older one, and makes it the current one. For the current version nothing changes. Its contents
 * and pictures are known already.
 * @throws Refused as versionsOf, item_not_found for a version of another file, permission_denied, personal_space_closed, item_locked, quota_exceeded
 */
export function repeatVersion(
  { db, clock }: Needs,
  actor: UserActor,
  { fileId, versionId }: NamedVersion,
): Promise<void> {
  return inTransaction(
    db,
    async (transaction) => {
      const { versions, access } = await lockVersions(transaction, actor, fileId)
      if (!mayChangeVersions(access)) throw permissionDenied()
      const chosen = versionIn(versions, versionId)
      const before = versionIn(versions, chosen.currentId ?? versionId)
      if (chosen.id === before.id) return
      const at = clock()
      const { bodyId, size, remark } = chosen
      const added = { itemId: fileId, creatorId: actor.user.id, at, bodyId, size, remark }
      const { current_version_id: newId } = await addVersion(transaction, added)
      await setCurrentVersion(transaction, { itemId: fileId, versionId: newId!, updaterId: actor.user.id, at })
      await requireQuota(transaction, access)
      const detail = { before: { version: before.number }, after: { version: chosen.number } }
      await recordAuditEvent(transaction, at, actor, 'version_chosen', { itemIds: [fileId], detail })
    },
    { actor },
  )
}

/**
 * Deletes an older version for ever.
 * @throws Refused as versionsOf, item_not_found for a version of another file, personal_space_closed, item_locked; permission_denied also for the
 *   current version, and for one that a link shows permanently
 */
export function deleteVersion(
  { db, clock, jobs }: Needs & Pick<Dependencies, 'jobs'>,
  actor: UserActor,
  { fileId, versionId }: NamedVersion,
): Promise<void> {
  return inTransaction(
    db,
    async (transaction) => {
      const { versions, access } = await lockVersions(transaction, actor, fileId)
      const { currentId, number, updaterId } = versionIn(versions, versionId)
      if (!mayDeleteVersion(access, actor.user.id, updaterId)) throw permissionDenied()
      if (currentId === versionId || (await isPinned(transaction, versionId))) throw permissionDenied()
      const { body_id: bodyId, size } = await deleteVersionRow(transaction, versionId)
      await releaseBytes(transaction, access.space.id, size)
      await removeBlobsLater(jobs, [bodyId], transaction)
      const detail = { before: { version: number } }
      await recordAuditEvent(transaction, clock(), actor, 'version_deleted', { itemIds: [fileId], detail })
    },
    { actor },
  )
}

async function lockVersions(db: Db, actor: UserActor, fileId: number) {
  await lockItems(db, [fileId])
  const found = await versionsOf(db, actor, fileId)
  requireOpenSpace(found.access)
  await requireUnlocked(db, actor, [fileId])
  return found
}
