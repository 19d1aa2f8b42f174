import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Writable, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { WriteBuffer } from './WriteBuffer'
import { StreamAborted, WrongLength } from './BlobStorage'

/** Writes to an open file. Fails at the first byte beyond `size`, or at the end when bytes are missing. */
export class BlobSink extends Writable {
  private readonly buffer: WriteBuffer
  private received = 0
  private readonly hash = createHash('sha1')

  constructor(
    file: FileHandle,
    private readonly size: number,
  ) {
    super({ highWaterMark: WriteBuffer.enough })
    this.buffer = new WriteBuffer(file, 0)
  }

  /** SHA-1 of all bytes in hexadecimal digits; call once, at the end. */
  takeHash(): string {
    return this.hash.digest('hex')
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.received += chunk.length
    if (this.received > this.size) return done(new WrongLength(this.size, this.received))
    this.hash.update(chunk)
    if (this.buffer.add(chunk)) this.buffer.flush().then(() => done(), done)
    else done()
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.received < this.size) return done(new WrongLength(this.size, this.received))
    this.buffer.flush().then(() => done(), done)
  }
}

/**
 * Like `pipeline`, but does not destroy a source whose bytes were refused, because destroying a request also destroys the request's answer.
 * @param onCut ends the sink when the source breaks off
 */
export async function pipeInto(
  source: Readable,
  sink: Writable,
  onCut: (error: StreamAborted) => void = (error) => sink.destroy(error),
): Promise<void> {
  const cut = (error?: unknown) => {
    if (!source.readableEnded) onCut(new StreamAborted(error))
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
