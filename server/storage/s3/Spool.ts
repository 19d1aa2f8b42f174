import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { READ_CHUNK } from '../BlobStorage'
import { WriteBuffer } from '../WriteBuffer'

/**
 * Bytes of one request to the store: up to 1 MiB in memory, more in a temporary file. The store wants to know length and sha256 before the first
 * byte, and a failed request is sent again.
 */
export class Spool {
  private file: FileHandle | undefined
  private buffer: WriteBuffer | undefined
  private chunks: Buffer[] = []
  private readonly hash: Hash = createHash('sha256')
  private digest: string | undefined
  /** bytes */
  size = 0

  /** @param path of the temporary file, which is created when it is needed */
  constructor(private readonly path: string) {}

  get sha256(): string {
    this.digest ??= this.hash.copy().digest('hex')
    return this.digest
  }

  async add(chunk: Buffer): Promise<void> {
    this.hash.update(chunk)
    this.digest = undefined
    this.chunks.push(chunk)
    this.size += chunk.length
    if (this.buffer?.add(chunk) ?? this.size >= WriteBuffer.enough) await this.flush()
  }

  /** Reads all bytes; may be called several times. Call when nothing is being added. */
  read(): Readable {
    if (!this.file) return Readable.from(this.chunks, { objectMode: false })
    return Readable.from(this.readFile(), { objectMode: false })
  }

  /** Removes the temporary file. */
  async remove(): Promise<void> {
    this.chunks = []
    await this.file?.close()
    if (this.file) await rm(this.path, { force: true })
    this.file = undefined
  }

  private async *readFile(): AsyncGenerator<Buffer> {
    yield* createReadStream(this.path, { highWaterMark: READ_CHUNK })
    yield* this.chunks
  }

  private async flush(): Promise<void> {
    this.file ??= await open(this.path, 'wx', 0o600)
    if (!this.buffer) {
      this.buffer = new WriteBuffer(this.file, 0)
      for (const chunk of this.chunks) this.buffer.add(chunk)
    }
    await this.buffer.flush()
    this.chunks = []
  }
}
