import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { Gathering } from './Gathering'
import { ChecksumMismatch, WrongLength, type Part } from './Store'

/** bytes after which what has come is made safe: what a power cut in the middle of a long part may cost */
const KEPT_EVERY = 8 * 1024 * 1024

/** Writes a part into an open file at its place, and makes safe what has come, again and again. */
export class PartSink extends Writable {
  private readonly gathering: Gathering
  private readonly checksum: Hash | undefined
  private received = 0
  private kept: number

  /** @param hash of all bytes before the part; goes on with it */
  constructor(private readonly file: FileHandle, private readonly part: Part, private readonly hash: Hash | undefined) {
    super({ highWaterMark: Gathering.enough })
    this.gathering = new Gathering(file, part.at)
    this.kept = part.at
    this.checksum = part.checksum && createHash(part.checksum.algorithm)
  }

  /** Bytes of the whole that lie in the file, and that `hash` has seen. */
  get length(): number {
    return this.gathering.position
  }

  /** Makes safe what came; after the stream has finished. */
  async keep(): Promise<void> {
    if (this.checksum && !this.checksum.digest().equals(this.part.checksum!.digest)) throw new ChecksumMismatch()
    if (this.length > this.kept) await this.makeSafe()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.part.touch?.()
    this.received += chunk.length
    if (this.received > this.part.limit) return done(new WrongLength(this.part.limit, this.received))
    if (this.gathering.add(chunk)) this.putDown().then(() => done(), done)
    else done()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.putDown().then(() => done(), done)
  }

  private async putDown(): Promise<void> {
    for (const chunk of await this.gathering.putDown()) {
      this.hash?.update(chunk)
      this.checksum?.update(chunk)
    }
    if (!this.checksum && this.length - this.kept >= KEPT_EVERY) await this.makeSafe()
  }

  private async makeSafe(): Promise<void> {
    await this.file.datasync()
    this.kept = this.length
    await this.part.kept(this.kept)
  }
}
