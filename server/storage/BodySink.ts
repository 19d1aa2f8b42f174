import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Writable, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { StreamCut, WrongLength } from './Store'

/** Bytes that go down in one call: a call for each 64 KiB of a connection costs the processor twice as much in all. */
const GATHERED = 1024 * 1024

/** Writes to an open file while counting and hashing; fails at the first byte beyond `size`, or at the end when some are missing. */
export class BodySink extends Writable {
  private readonly hash = createHash('sha256')
  private received = 0
  private gathered: Buffer[] = []
  private gatheredBytes = 0

  constructor(
    private readonly file: FileHandle,
    private readonly size: number,
  ) {
    super({ highWaterMark: GATHERED })
  }

  /** Hexadecimal; once, after the stream has finished. */
  digest(): string {
    return this.hash.digest('hex')
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.received += chunk.length
    if (this.received > this.size) return done(new WrongLength(this.size, this.received))
    this.hash.update(chunk)
    this.gathered.push(chunk)
    this.gatheredBytes += chunk.length
    if (this.gatheredBytes < GATHERED) done()
    else this.putDown().then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.received < this.size) return done(new WrongLength(this.size, this.received))
    this.putDown().then(() => done(), done)
  }

  private async putDown(): Promise<void> {
    const chunks = this.gathered
    this.gathered = []
    this.gatheredBytes = 0
    if (chunks.length > 0) await writeAll(this.file, chunks)
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
