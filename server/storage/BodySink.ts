import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Writable, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { StreamCut, WrongLength } from './Store'

/** Bytes held while the disk is busy; what has gathered goes down in one call. */
const HELD = 1024 * 1024
/** Bytes after which the disk is set to work: else all of it begins with the fsync at the end, while the sender waits. */
const FLUSHED = 64 * 1024 * 1024

/** Writes to an open file while counting and hashing; fails at the first byte beyond `size`, or at the end when some are missing. */
export class BodySink extends Writable {
  private readonly hash = createHash('sha256')
  private received = 0
  private unflushed = 0
  private flush: Promise<void> | null = null
  private flushFault: unknown = null

  constructor(
    private readonly file: FileHandle,
    private readonly size: number,
  ) {
    super({ highWaterMark: HELD })
  }

  /** Hexadecimal; once, after the stream has finished. */
  digest(): string {
    return this.hash.digest('hex')
  }

  /** Until every byte would survive the loss of power. The system tells each fault once: one of a flush on the way counts too. */
  async settled(): Promise<void> {
    await this.flush
    if (this.flushFault !== null) throw this.flushFault
    await this.file.sync()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.take([chunk]).then(() => done(), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.take(chunks.map((entry) => entry.chunk)).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    done(this.received === this.size ? null : new WrongLength(this.size, this.received))
  }

  private async take(chunks: Buffer[]): Promise<void> {
    for (const chunk of chunks) {
      this.received += chunk.length
      if (this.received > this.size) throw new WrongLength(this.size, this.received)
      this.hash.update(chunk)
    }
    await writeAll(this.file, chunks)
    this.unflushed += chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    if (this.unflushed >= FLUSHED && this.flush === null) this.beginFlush()
  }

  private beginFlush(): void {
    this.unflushed = 0
    this.flush = this.file
      .datasync()
      .catch((error: unknown) => {
        this.flushFault = error
      })
      .finally(() => {
        this.flush = null
      })
  }
}

/** Like `pipeline`, but leaves a source alone whose bytes were refused: destroying a request destroys its answer too. */
export async function pour(source: Readable, sink: BodySink): Promise<void> {
  const cut = (error?: unknown) => {
    if (!source.readableEnded) sink.destroy(new StreamCut(error))
  }
  source.once('error', cut)
  source.once('close', cut)
  if (source.destroyed) cut(source.errored)
  source.pipe(sink)
  try {
    await finished(sink)
  } finally {
    source.off('error', cut)
    source.off('close', cut)
  }
}

/** One call may write less than it was given, near a full disk or beyond the system's limit of buffers. */
async function writeAll(file: FileHandle, chunks: Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev(chunks)
  let skip = bytesWritten
  for (const chunk of chunks) {
    let offset = Math.min(skip, chunk.length)
    skip -= offset
    while (offset < chunk.length) offset += (await file.write(chunk, offset)).bytesWritten
  }
}
