import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { WriteBuffer } from './WriteBuffer'
import { ChecksumMismatch, WrongLength, type Part } from './BlobStorage'

/**
 * A long part without a checksum is synced after this many ms or bytes. Each write of 1 MiB checks whether a sync is due. A kill can lose the bytes
 * since the last sync, and the bytes that arrived during a sync.
 */
const SYNC_INTERVAL = 2000
const SYNC_BYTES = 16 * 1024 * 1024

/** Writes a part into an open file. Syncs the file and acknowledges the synced bytes at intervals. */
export class PartSink extends Writable {
  private readonly buffer: WriteBuffer
  private readonly checksum: Hash | undefined
  private received = 0
  private syncedLength: number
  private syncedAt = Date.now()
  private saving: Promise<void> | undefined
  private failure: unknown

  constructor(
    private readonly file: FileHandle,
    private readonly part: Part,
  ) {
    super({ highWaterMark: WriteBuffer.enough })
    this.buffer = new WriteBuffer(file, part.at)
    this.syncedLength = part.at
    this.checksum = part.checksum && createHash(part.checksum.algorithm)
  }

  /** bytes of the blob in the file */
  private get length(): number {
    return this.buffer.position
  }

  /** Syncs and acknowledges the rest; call after the stream has finished. */
  async keep(): Promise<void> {
    await this.settle()
    if (this.failure !== undefined) throw this.failure
    if (this.checksum && !this.checksum.digest().equals(this.part.checksum!.digest)) throw new ChecksumMismatch()
    if (this.length > this.syncedLength) await this.syncFile()
  }

  /** Resolves once no acknowledgement is pending. */
  async settle(): Promise<void> {
    await this.saving
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.part.touch?.(chunk)
    this.received += chunk.length
    if (this.received > this.part.limit) return done(new WrongLength(this.part.limit, this.received))
    if (this.buffer.add(chunk)) this.flush().then(() => done(), done)
    else done()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.flush().then(() => done(), done)
  }

  private async flush(): Promise<void> {
    const chunks = await this.buffer.flush()
    if (this.checksum) for (const chunk of chunks) this.checksum.update(chunk)
    if (this.failure !== undefined) throw this.failure
    const isDue = this.length - this.syncedLength >= SYNC_BYTES || Date.now() - this.syncedAt >= SYNC_INTERVAL
    if (isDue && !this.checksum && !this.saving) this.saving = this.syncInBackground()
  }

  /** Syncs while more bytes are written. */
  private async syncInBackground(): Promise<void> {
    try {
      await this.syncFile()
    } catch (error) {
      this.failure = error
    } finally {
      this.saving = undefined
    }
  }

  private async syncFile(): Promise<void> {
    const { length } = this
    await this.file.datasync()
    this.syncedLength = length
    this.syncedAt = Date.now()
    await this.part.acknowledge(length)
  }
}
