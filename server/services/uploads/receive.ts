import { UPLOAD_SIZE_LIMIT } from '@/domain/uploads/uploads'
import { actorKey, type ApplicationActor, type UserActor } from '../../actors/actor'
import type { ItemRow, UploadRow } from '../../database/tables'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import type { Access } from '../../policies/access/facts'
import { claimUpload, findOpenUpload, markFailed, prolongReceiving } from '../../queries/uploads/uploads'
import { WrongLength, type StoredBlob } from '../../storage/BlobStorage'
import { recordUpload, type RecordPorts, type RequireStill } from './record'
import { ADDRESS_LIFETIME } from './announce'
import { requireSameKind, requireTarget, reserve } from './target'

export interface ReceivedBlob {
  blob: StoredBlob
  /** The name sent with the bytes; overrides the announced name. */
  sentName?: string
}

/** Stores exactly `size` bytes, or at most `size` if the number was not announced. */
type Receiver = (size: number, isKnown: boolean) => Promise<ReceivedBlob>

interface ReceiveOptions {
  /** bytes to accept if their number was not announced */
  most?: number
  /** Checks the target once more, in the transaction that records the upload. */
  requireStill?: RequireStill
}

/**
 * Receives all bytes of an upload at once. An address serves one attempt (decisions 49), and a failed attempt stores nothing.
 * @throws Refused upload_address, upload_length, quota_exceeded, and as `recordUpload`
 */
export async function receiveUpload(
  ports: RecordPorts & Pick<Dependencies, 'storage'>,
  actor: UserActor | ApplicationActor,
  id: string,
  store: Receiver,
  { most, requireStill }: ReceiveOptions = {},
): Promise<ItemRow> {
  const { db, clock } = ports
  const key = actorKey(actor)
  const found = await findOpenUpload(db, key, id, clock())
  if (found === undefined) throw new Refused('upload_address')
  const open = found.is_size_unknown ? { ...found, size: requireBound(most) } : found
  const target = await requireTarget(db, clock(), actor, open)
  const upload = await reserve(db, target, open, clock(), (transaction) =>
    claimUpload(transaction, key, { id, spaceId: target.space.id, size: open.size }, clock()),
  )
  if (upload === undefined) throw new Refused('upload_address')
  const extending = setInterval(() => void extendExpiry(ports, id), ADDRESS_LIFETIME / 4)
  try {
    return await receive(ports, actor, { upload, target }, store, requireStill)
  } catch (error) {
    await markFailed(db, id)
    throw error instanceof WrongLength ? new Refused('upload_length') : error
  } finally {
    clearInterval(extending)
  }
}

async function extendExpiry({ db, clock, log }: RecordPorts, id: string): Promise<void> {
  const until = new Date(clock().getTime() + ADDRESS_LIFETIME)
  await prolongReceiving(db, id, until).catch((error: unknown) =>
    log.warn(error, 'cannot extend the expiry of an upload'),
  )
}

/** @throws Refused upload_length if the number of bytes is unknown, file_too_large */
function requireBound(most: number | undefined): number {
  if (most === undefined) throw new Refused('upload_length')
  if (most >= UPLOAD_SIZE_LIMIT) throw new Refused('file_too_large')
  return most
}

async function receive(
  ports: RecordPorts & Pick<Dependencies, 'storage'>,
  actor: UserActor | ApplicationActor,
  { upload, target }: { upload: UploadRow; target: Access },
  store: Receiver,
  requireStill: RequireStill | undefined,
): Promise<ItemRow> {
  const { blob, sentName } = await store(upload.size, !upload.is_size_unknown)
  try {
    if (upload.target_file_id !== null && sentName !== undefined) requireSameKind(target, sentName)
    return await recordUpload(ports, actor, upload, blob, sentName ?? upload.name ?? '', requireStill)
  } catch (error) {
    await ports.storage.delete(blob.key)
    throw error
  }
}
