import { actorKey, type UserActor } from '../actor'
import type { ItemRow, UploadRow } from '../database/tables'
import type { Dependencies } from '../dependencies'
import { Refused } from '../errors'
import { claimUpload, markFailed } from '../queries/uploads'
import { WrongLength, type StoredBlob } from '../storage/BlobStorage'
import { recordUpload, type RecordPorts } from './uploadRecord'
import { requireSameKind, requireTarget } from './uploadTarget'

export interface ReceivedBlob {
  blob: StoredBlob
  /** The name that came with the bytes; it wins over the announced one. */
  sentName?: string
}

/**
 * Takes all bytes of an upload at once; an address serves for one try (decisions 49). What fails leaves nothing.
 * @param take stores so many bytes
 * @throws Refused upload_address, upload_length, and what `recordUpload` throws
 */
export async function receiveUpload(
  ports: RecordPorts & Pick<Dependencies, 'storage'>,
  actor: UserActor,
  id: string,
  take: (size: number) => Promise<ReceivedBlob>,
): Promise<ItemRow> {
  const upload = await claimUpload(ports.db, actorKey(actor), id, ports.clock())
  if (upload === undefined) throw new Refused('upload_address')
  try {
    return await receive(ports, actor, upload, take)
  } catch (error) {
    await markFailed(ports.db, upload.id)
    throw error instanceof WrongLength ? new Refused('upload_length') : error
  }
}

async function receive(
  ports: RecordPorts & Pick<Dependencies, 'storage'>,
  actor: UserActor,
  upload: UploadRow,
  take: (size: number) => Promise<ReceivedBlob>,
): Promise<ItemRow> {
  const target = await requireTarget(ports.db, actor, upload)
  const { blob, sentName } = await take(upload.size)
  try {
    if (upload.target_file_id !== null && sentName !== undefined) requireSameKind(target, sentName)
    return await recordUpload(ports, actor, upload, blob, sentName ?? upload.name ?? '')
  } catch (error) {
    await ports.storage.delete(blob.key)
    throw error
  }
}
