import type { FileHandle } from 'node:fs/promises'

/** Collects chunks and writes many at a time to a file. One call per 64 KiB of a connection would double the processor time. */
export class WriteBuffer {
  /** bytes from which on it is time to flush */
  static readonly enough = 1024 * 1024

  private chunks: Buffer[] = []
  private bytes = 0

  /** @param position offset of the next byte in the file */
  constructor(
    private readonly file: FileHandle,
    public position: number,
  ) {}

  /** @returns whether it is time to flush */
  add(chunk: Buffer): boolean {
    this.chunks.push(chunk)
    this.bytes += chunk.length
    return this.bytes >= WriteBuffer.enough
  }

  /** @returns the chunks that were written */
  async flush(): Promise<readonly Buffer[]> {
    const { chunks, bytes } = this
    this.chunks = []
    this.bytes = 0
    if (chunks.length > 0) await writeAll(this.file, chunks, this.position)
    this.position += bytes
    return chunks
  }
}

/** Writes all chunks. One call of `writev` may write less than requested, near a full disk or beyond the system's limit of buffers. */
async function writeAll(file: FileHandle, chunks: Buffer[], position: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks, position)
  let skip = bytesWritten
  let at = position
  for (const chunk of chunks) {
    let offset = Math.min(skip, chunk.length)
    skip -= offset
    while (offset < chunk.length)
      offset += (await file.write(chunk, offset, chunk.length - offset, at + offset)).bytesWritten
    at += chunk.length
  }
}
