import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { WriteBuffer } from './WriteBuffer'
import { ChecksumMismatch, WrongLength, type Part } from './BlobStorage'

/** What a kill during a long part may lose, beside what arrives while the disk syncs: ms of sending, or bytes. */
const KEPT_EVERY = 2000
const KEPT_WITH = 16 * 1024 * 1024

/** Writes a part into an open file, and syncs and acknowledges it from time to time. */
export class PartSink extends Writable {
  private readonly buffer: WriteBuffer
  private readonly checksum: Hash | undefined
  private received = 0
  private kept: number
  private keptAt = Date.now()
  private saving: Promise<void> | undefined
  private failure: unknown

  constructor(
    private readonly file: FileHandle,
    private readonly part: Part,
  ) {
    super({ highWaterMark: WriteBuffer.enough })
    this.buffer = new WriteBuffer(file, part.at)
    this.kept = part.at
    this.checksum = part.checksum && createHash(part.checksum.algorithm)
  }

  /** Bytes of the blob that lie in the file. */
  private get length(): number {
    return this.buffer.position
  }

  /** Syncs and acknowledges the rest; to call after the stream has finished. */
  async keep(): Promise<void> {
    await this.settle()
    if (this.failure !== undefined) throw this.failure
    if (this.checksum && !this.checksum.digest().equals(this.part.checksum!.digest)) throw new ChecksumMismatch()
    if (this.length > this.kept) await this.makeSafe()
  }

  /** Resolves once no acknowledgement is under way. */
  async settle(): Promise<void> {
    await this.saving
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.part.touch?.()
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
    const isDue = this.length - this.kept >= KEPT_WITH || Date.now() - this.keptAt >= KEPT_EVERY
    if (isDue && !this.checksum && !this.saving) this.saving = this.makeSafeMeanwhile()
  }

  /** More bytes are written meanwhile. */
  private async makeSafeMeanwhile(): Promise<void> {
    try {
      await this.makeSafe()
    } catch (error) {
      this.failure = error
    } finally {
      this.saving = undefined
    }
  }

  private async makeSafe(): Promise<void> {
    const { length } = this
    await this.file.datasync()
    this.kept = length
    this.keptAt = Date.now()
    await this.part.kept(length)
  }
}
