import { open, type FileHandle } from 'node:fs/promises'

/** Bytes that are read at once: most of what is asked for next lies behind what was asked for last. */
const WIDTH = 256 * 1024

/** Reads small parts of a file in their order. */
export class FileWindow {
  private held = { from: 0, bytes: Buffer.alloc(0) as Buffer }

  private constructor(
    private readonly file: FileHandle,
    /** bytes */
    readonly size: number,
  ) {}

  /** Opens a file for as long as `use` takes. */
  static async use<T>(path: string, use: (file: FileWindow) => Promise<T>): Promise<T> {
    const file = await open(path)
    try {
      return await use(new FileWindow(file, (await file.stat()).size))
    } finally {
      await file.close()
    }
  }

  /** A part of it, shorter where the file ends; nothing before its beginning. It holds only until the next one is read. */
  async read(position: number, length: number): Promise<Buffer> {
    if (!(position >= 0 && position < this.size)) return Buffer.alloc(0)
    const { from, bytes } = this.held
    if (position >= from && position + length <= from + bytes.length)
      return bytes.subarray(position - from, position - from + length)
    const { buffer, bytesRead } = await this.file.read(
      Buffer.allocUnsafe(Math.max(length, WIDTH)),
      0,
      Math.max(length, WIDTH),
      position,
    )
    this.held = { from: position, bytes: buffer.subarray(0, bytesRead) }
    return this.held.bytes.subarray(0, length)
  }
}
