import { handInName } from '@/domain/fileRequests/files'
import { checkFileName } from '@/domain/items/naming'
import { creatorId, transactionActorOf, jobOwner, principalOf, type UploadingActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import type { Db } from '../../database/connect'
import type { ItemRow, UploadRow } from '../../database/tables'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { insertBlob } from '../../queries/uploads/blobs'
import { addVersion, insertFile } from '../../queries/items/newItems'
import { markDone } from '../../queries/uploads/uploads'
import type { StoredBlob } from '../../storage/BlobStorage'
import { indexLater } from '../search/contents'
import { recordContents } from '../audit'
import { recordHandIn, placeHandIn } from '../fileRequests/handIns'
import { requireName } from '../access/preconditions'
import { requireQuota, requireTarget } from './target'

/** The new expiry of an upload that is receiving bytes. */
export function resumableUntil({ clock, config }: Pick<Dependencies, 'clock' | 'config'>): Date {
  return calendar(clock()).add(config.uploadDays, 'days').toDate()
}

export type RecordPorts = Pick<Dependencies, 'db' | 'clock' | 'config' | 'jobs' | 'previews' | 'log' | 'contentCheck'>

/** Refuses an upload whose target no longer accepts it. */
export type RequireStill = (transaction: Db) => Promise<void>

/**
 * Makes a file or a version from a blob and ends its upload, in one transaction; then orders thumbnails.
 * @throws Refused upload_address if the upload's state has changed since `upload` was read; for the name: name_…, content_refused,
 * content_unchecked
 */
export async function recordUpload(
  ports: RecordPorts,
  actor: UploadingActor,
  upload: UploadRow,
  blob: StoredBlob,
  sentName: string,
  requireStill?: RequireStill,
): Promise<ItemRow> {
  const isHandIn = actor.kind === 'contributor'
  const name = upload.target_file_id === null ? requireName(checkFileName(sentName)) : ''
  if (name !== '') {
    const text = isHandIn ? handInName(actor.person.name, name) : name
    await ports.contentCheck.require({ kind: 'name', text }, principalOf(actor).user.id)
  }
  const remark = { kind: 'comment', text: upload.remark, field: 'remark' } as const
  await ports.contentCheck.requireTexts([remark], principalOf(actor).user.id)
  const { item, bodyId } = await inTransaction(
    ports.db,
    async (transaction) => {
      const at = ports.clock()
      const access = await requireTarget(transaction, at, actor, upload)
      await requireStill?.(transaction)
      const place = isHandIn
        ? await placeHandIn(transaction, at, actor, upload)
        : { fileId: upload.target_file_id, itemName: name }
      const bodyId = await insertBlob(transaction, { ...blob, originalDate: upload.original_date })
      const version = { creatorId: creatorId(actor), at, bodyId, size: blob.size, remark: upload.remark }
      const item =
        place.fileId === null
          ? await insertFile(transaction, { ...version, parentId: access.chain[0].id, name: place.itemName })
          : await addVersion(transaction, { ...version, itemId: place.fileId })
      await requireQuota(transaction, access)
      await indexLater(
        { ...ports, db: transaction },
        { bodyId, extension: item.extension, size: blob.size, isEncrypted: item.is_encrypted, asker: jobOwner(actor) },
      )
      if (!(await markDone(transaction, upload, item.id, resumableUntil(ports)))) throw new Refused('upload_address')
      if (isHandIn) await recordHandIn(transaction, actor, upload, item, at)
      else {
        const deed = place.fileId === null ? 'item_uploaded' : 'version_uploaded'
        await recordContents(transaction, at, actor, deed, item.id)
      }
      return { item, bodyId }
    },
    { actor: transactionActorOf(actor) },
  )
  await ports.previews
    .startThumbnails({ bodyId, bodyKey: blob.key, extension: item.extension, size: blob.size, asker: jobOwner(actor) })
    .catch((error: unknown) => ports.log.warn(error, 'cannot request thumbnails'))
  return item
}
