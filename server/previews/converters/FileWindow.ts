import { open, type FileHandle } from 'node:fs/promises'

/** bytes per read: the next request usually follows the last one */
const WIDTH = 256 * 1024

/** Reads small parts of a file in ascending order. */
export class FileWindow {
  private window = { from: 0, bytes: Buffer.alloc(0) as Buffer }

  private constructor(
    private readonly file: FileHandle,
    /** bytes */
    readonly size: number,
  ) {}

  /** Opens a file while `use` runs. */
  static async use<T>(path: string, use: (file: FileWindow) => Promise<T>): Promise<T> {
    const file = await open(path)
    try {
      return await use(new FileWindow(file, (await file.stat()).size))
    } finally {
      await file.close()
    }
  }

  /** A part of the file, shorter at the file's end and empty outside of the file. The bytes are valid only until the next read. */
  async read(position: number, length: number): Promise<Buffer> {
    if (!(position >= 0 && position < this.size)) return Buffer.alloc(0)
    const { from, bytes } = this.window
    if (position >= from && position + length <= from + bytes.length)
      return bytes.subarray(position - from, position - from + length)
    const { buffer, bytesRead } = await this.file.read(
      Buffer.allocUnsafe(Math.max(length, WIDTH)),
      0,
      Math.max(length, WIDTH),
      position,
    )
    this.window = { from: position, bytes: buffer.subarray(0, bytesRead) }
    return this.window.bytes.subarray(0, length)
  }
}
