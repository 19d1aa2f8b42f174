import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  BlobMissing,
  READ_CHUNK,
  StreamAborted,
  WrongLength,
  type BlobStat,
  type BlobStorage,
  type ByteRange,
  type ListedBlob,
  type LocalFile,
  type Part,
  type StoredBlob,
} from './BlobStorage'
import { BLOB_KEY, newBlobKey } from './blobKeys'
import { BlobSink, pipeInto } from './BlobSink'
import { PartSink } from './PartSink'
import { syncFolder } from './syncFolder'
import type { TemporaryOwner } from './TemporaryOwner'

/** Suffix of an unfinished blob. */
const PART = '.part'

/**
 * Blobs in a folder of this machine, as `<2 letters>/<30 letters>`. A blob that is received in parts has the suffix `.part`; a blob that is written
 * at once is in `incoming` until it is whole. Several processes may share the folder.
 */
export class DiskStorage implements BlobStorage {
  private readonly durableFolders = new Set<string>()

  private constructor(
    private readonly root: string,
    private readonly owner: TemporaryOwner,
  ) {}

  /**
   * Creates the folder if it is missing, and removes the temporary files that ended processes left.
   * @param owner owns the temporary files of this process; several processes, also in separate containers, may share the folder
   */
  static async open(root: string, owner: TemporaryOwner): Promise<DiskStorage> {
    const storage = new DiskStorage(root, owner)
    await mkdir(storage.incoming, { recursive: true })
    await storage.removeTemporaries()
    return storage
  }

  async write(source: Readable, declared: { size: number }): Promise<StoredBlob> {
    const temporary = join(this.incoming, `${this.owner.holder}-${randomBytes(16).toString('hex')}`)
    const key = newBlobKey()
    try {
      const file = await open(temporary, 'wx', 0o600)
      const sink = new BlobSink(file, declared.size)
      try {
        await pipeInto(source, sink)
        await file.sync()
      } finally {
        await file.close()
      }
      await this.settle(temporary, key)
      return { key, size: declared.size, sha1: sink.takeHash() }
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.pathOf(key)).catch((error) => {
      throw isMissing(error) ? new BlobMissing(key) : error
    })
    return file.createReadStream({ ...range, highWaterMark: READ_CHUNK })
  }

  fileOf(key: string): Promise<LocalFile> {
    return Promise.resolve({ path: this.pathOf(key), release: () => Promise.resolve() })
  }

  async begin(): Promise<string> {
    const key = newBlobKey()
    await (await this.createPart(key)).close()
    return key
  }

  async append(key: string, source: Readable, part: Part): Promise<void> {
    const file = await this.openPart(key, part.at)
    try {
      const sink = new PartSink(file, part)
      let cut: StreamAborted | undefined
      const breakOff = (error: StreamAborted) => {
        cut ??= error
        source.unpipe(sink)
        sink.end()
      }
      const stop = () => breakOff(new StreamAborted(part.signal?.reason))
      part.signal?.addEventListener('abort', stop)
      if (part.signal?.aborted) stop()
      try {
        await pipeInto(source, sink, breakOff)
        if (!cut || !part.checksum) await sink.keep()
        if (cut) throw cut
      } finally {
        part.signal?.removeEventListener('abort', stop)
        await sink.settle()
      }
    } finally {
      await file.close()
    }
  }

  async complete(key: string, size: number): Promise<StoredBlob> {
    const path = this.pathOf(key)
    const part = await sizeOf(path + PART)
    const length = part ?? (await sizeOf(path))
    if (length === null) throw new BlobMissing(key)
    if (length !== size) throw new WrongLength(size, length)
    if (part !== null) await rename(path + PART, path)
    // Syncs even without a rename: a process may have been killed between renaming and syncing.
    await syncFolder(dirname(path))
    return { key, size }
  }

  async abort(key: string): Promise<void> {
    await rm(this.pathOf(key) + PART, { force: true })
  }

  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true })
  }

  async stat(key: string): Promise<BlobStat | null> {
    const path = this.pathOf(key)
    const part = await sizeOf(path + PART)
    const size = part ?? (await sizeOf(path))
    return size === null ? null : { size, isComplete: part === null }
  }

  async *writtenBefore(time: Date): AsyncGenerator<ListedBlob> {
    for (const folder of await readdir(this.root)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue
      for (const name of await readdir(join(this.root, folder))) {
        const isComplete = !name.endsWith(PART)
        const key = `${folder}/${isComplete ? name : name.slice(0, -PART.length)}`
        if (!BLOB_KEY.test(key)) continue
        const found = await stat(join(this.root, folder, name)).catch(() => null)
        if (found && found.mtime < time) yield { key, isComplete }
      }
    }
  }

  async removeTemporaries(): Promise<void> {
    // Lists the files first, then the leases. A process takes its lease before it writes a file, so a listed file without a living lease was left
    // by an ended process.
    const names = await readdir(this.incoming)
    const living = await this.owner.living()
    for (const name of names) {
      if (!living.has(name.split('-')[0] ?? '')) await rm(join(this.incoming, name), { force: true, recursive: true })
    }
  }

  private async openPart(key: string, at: number): Promise<FileHandle> {
    try {
      return await open(this.pathOf(key) + PART, 'r+')
    } catch (error) {
      if (!isMissing(error)) throw error
      if (at > 0) throw new BlobMissing(key)
    }
    return this.createPart(key)
  }

  /** Creates the file of an unfinished blob. Syncs the folder before a byte is acknowledged, so that the file's entry survives a power loss. */
  private async createPart(key: string): Promise<FileHandle> {
    const path = this.pathOf(key)
    await this.makeDurable(dirname(path))
    const file = await open(path + PART, 'wx', 0o600)
    try {
      await syncFolder(dirname(path))
      return file
    } catch (error) {
      await file.close()
      throw error
    }
  }

  private get incoming(): string {
    return join(this.root, 'incoming')
  }

  private pathOf(key: string): string {
    if (!BLOB_KEY.test(key)) throw new BlobMissing(key)
    return join(this.root, key)
  }

  private async settle(temporary: string, key: string): Promise<void> {
    const folder = join(this.root, key.slice(0, 2))
    await this.makeDurable(folder)
    const path = join(this.root, key)
    await rename(temporary, path)
    try {
      await syncFolder(folder)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  private async makeDurable(folder: string): Promise<void> {
    if (this.durableFolders.has(folder)) return
    await mkdir(folder, { recursive: true })
    await syncFolder(this.root)
    this.durableFolders.add(folder)
  }
}

/** bytes; null when there is no such file */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
