import { actorKey, type UserActor } from '../actor'
import type { ItemRow, UploadRow } from '../database/tables'
import type { Dependencies } from '../dependencies'
import { Refused } from '../errors'
import type { Access } from '../policies/facts'
import { claimUpload, findOpenUpload, markFailed, prolongReceiving } from '../queries/uploads'
import { WrongLength, type StoredBlob } from '../storage/BlobStorage'
import { recordUpload, type RecordPorts } from './uploadRecord'
import { ADDRESS_LIFETIME } from './uploads'
import { requireSameKind, requireTarget, reserve } from './uploadTarget'

export interface ReceivedBlob {
  blob: StoredBlob
  /** The name that came with the bytes; it wins over the announced one. */
  sentName?: string
}

/**
 * Takes all bytes of an upload at once; an address serves for one try (decisions 49). What fails leaves nothing.
 * @param take stores so many bytes
 * @throws Refused upload_address, upload_length, quota_exceeded, and what `recordUpload` throws
 */
export async function receiveUpload(
  ports: RecordPorts & Pick<Dependencies, 'storage'>,
  actor: UserActor,
  id: string,
  take: (size: number) => Promise<ReceivedBlob>,
): Promise<ItemRow> {
  const { db, clock } = ports
  const key = actorKey(actor)
  const open = await findOpenUpload(db, key, id, clock())
  if (open === undefined) throw new Refused('upload_address')
  const target = await requireTarget(db, clock(), actor, open)
  const upload = await reserve(db, target, open, clock(), (transaction) =>
    claimUpload(transaction, key, { id, spaceId: target.space.id }, clock()),
  )
  if (upload === undefined) throw new Refused('upload_address')
  const prolonging = setInterval(() => void prolong(ports, id), ADDRESS_LIFETIME / 4)
  try {
    return await receive(ports, actor, { upload, target }, take)
  } catch (error) {
    await markFailed(db, id)
    throw error instanceof WrongLength ? new Refused('upload_length') : error
  } finally {
    clearInterval(prolonging)
  }
}

async function prolong({ db, clock, log }: RecordPorts, id: string): Promise<void> {
  const until = new Date(clock().getTime() + ADDRESS_LIFETIME)
  await prolongReceiving(db, id, until).catch((error: unknown) => log.warn(error, 'an upload could not be prolonged'))
}

async function receive(
  ports: RecordPorts & Pick<Dependencies, 'storage'>,
  actor: UserActor,
  { upload, target }: { upload: UploadRow; target: Access },
  take: (size: number) => Promise<ReceivedBlob>,
): Promise<ItemRow> {
  const { blob, sentName } = await take(upload.size)
  try {
    if (upload.target_file_id !== null && sentName !== undefined) requireSameKind(target, sentName)
    return await recordUpload(ports, actor, upload, blob, sentName ?? upload.name ?? '')
  } catch (error) {
    await ports.storage.delete(blob.key)
    throw error
  }
}
