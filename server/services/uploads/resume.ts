import type { Readable } from 'node:stream'
import { actorKey, type UploadingActor } from '../../actors/actor'
import type { UploadRow } from '../../database/tables'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { deleteUnfinished, findUpload, markReceived, UploadGone } from '../../queries/uploads/uploads'
import { BlobMissing, StreamAborted, WrongLength, type Part } from '../../storage/BlobStorage'
import type { UploadLock } from '../../storage/UploadLocks'
import { beginParts, discardParts, receivedOf } from './parts'
import { resumableUntil } from './record'
import { requireRoom, requireTarget, reserveRest } from './target'

export interface UploadProgress {
  /** bytes that need not be sent again */
  received: number
  /** declared bytes */
  size: number
  expiresAt: Date
}

/** A part as declared by its sender. */
export interface SentPart {
  offset: number
  /** bytes; undefined if the sender does not know them yet */
  length?: number
  checksum?: Part['checksum']
}

/** Another request holds the lock of the upload. */
export class UploadBusy extends Error {}

/** A part does not continue the stored bytes. The progress is null if the bytes changed while the part arrived. */
export class OffsetConflict extends Error {
  constructor(readonly progress: UploadProgress | null) {
    super('the part does not begin where the upload ends')
  }
}

type ResumePorts = Pick<Dependencies, 'db' | 'storage' | 'clock' | 'config' | 'uploadLocks'>

/** @throws Refused upload_address; with the reason `gone` if the upload can no longer be resumed */
export async function uploadProgress(
  ports: Pick<Dependencies, 'db' | 'storage' | 'clock'>,
  actor: UploadingActor,
  id: string,
): Promise<UploadProgress> {
  return progressOf(ports.storage, await requireUpload(ports, actor, id))
}

/**
 * Appends a part to an upload. Bytes received before a disconnect are kept.
 * @throws Refused upload_address, upload_length, quota_exceeded and as `requireTarget`; UploadBusy; OffsetConflict;
 *   ChecksumMismatch
 */
export async function appendPart(
  ports: ResumePorts,
  actor: UploadingActor,
  id: string,
  source: Readable,
  part: SentPart,
): Promise<UploadProgress> {
  await requireUpload(ports, actor, id)
  const lock = await ports.uploadLocks.acquire(id)
  if (!lock) throw new UploadBusy()
  try {
    const upload = await requireUpload(ports, actor, id)
    const before = await progressOf(ports.storage, upload)
    if (part.offset !== before.received) throw new OffsetConflict(before)
    const limit = upload.size - part.offset
    if (part.length !== undefined && part.length > limit) throw new Refused('upload_length')
    if (limit > 0) await append(ports, actor, upload, lock, source, { ...part, limit })
    return await uploadProgress(ports, actor, id)
  } catch (error) {
    if (error instanceof StreamAborted || error instanceof BlobMissing) throw new OffsetConflict(null)
    if (error instanceof WrongLength) throw new Refused('upload_length')
    throw error instanceof UploadGone ? uploadGone() : error
  } finally {
    await lock.release()
  }
}

/**
 * Discards an upload and its bytes, and stops a running request for it. A finished file stays.
 * @throws Refused upload_address; UploadBusy
 */
export async function discardUpload(ports: ResumePorts, actor: UploadingActor, id: string): Promise<void> {
  await requireUpload(ports, actor, id)
  const lock = await ports.uploadLocks.acquire(id, { isForced: true })
  if (!lock) throw new UploadBusy()
  try {
    const upload = await deleteUnfinished(ports.db, id)
    if (upload === undefined) throw uploadGone()
    if (upload.part_key !== null) await discardParts(ports.storage, upload.part_key)
  } finally {
    await lock.release()
  }
}

async function append(
  ports: ResumePorts,
  actor: UploadingActor,
  upload: UploadRow,
  { touch, signal }: UploadLock,
  source: Readable,
  { offset, checksum, limit }: SentPart & { limit: number },
): Promise<void> {
  const { db, storage, clock } = ports
  const access = await requireTarget(db, clock(), actor, upload)
  if (upload.part_key !== null) await reserveRest(db, access, upload, clock())
  const key = await beginParts(ports, access, upload)
  if (key === null) throw new UploadGone()
  /** A contributor's upload reserved nothing before its bytes came, and its link may be closed by now. */
  const requireStill = async () => {
    await requireTarget(db, clock(), actor, upload)
    await requireRoom(db, access, 0, clock())
  }
  await storage.append(key, source, {
    at: offset,
    limit,
    checksum,
    touch,
    signal,
    async acknowledge(received) {
      await markReceived(db, upload.id, { received, at: clock(), expiresAt: resumableUntil(ports) })
      if (actor.kind === 'contributor') await requireStill()
    },
  })
}

async function requireUpload(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UploadingActor,
  id: string,
): Promise<UploadRow> {
  const upload = await findUpload(db, actorKey(actor), id)
  if (upload === undefined) throw new Refused('upload_address')
  const isOver = upload.state === 'receiving' || upload.state === 'failed' || upload.expires_at <= clock()
  if (isOver) throw uploadGone()
  return upload
}

async function progressOf(storage: Dependencies['storage'], upload: UploadRow): Promise<UploadProgress> {
  return { received: await receivedOf(storage, upload), size: upload.size, expiresAt: upload.expires_at }
}

function uploadGone() {
  return new Refused('upload_address', { reason: 'gone' })
}
