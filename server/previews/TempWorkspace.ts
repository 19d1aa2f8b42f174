import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BlobStorage } from '../storage/BlobStorage'
import type { TemporaryOwner } from '../storage/TemporaryOwner'

/**
 * Working folders outside the storage: converters see copies of blobs, never the blobs. They lie in the system's temporary folder,
 * which the account of converters can reach and other installations share; `satchel-work-<installation>-<lease>-<random>`.
 */
export class TempWorkspace {
  private constructor(
    private readonly folder: string,
    private readonly prefix: string,
    private readonly storage: BlobStorage,
    private readonly owner: TemporaryOwner,
  ) {}

  /**
   * Makes a folder of this process and removes those of processes whose leases have ended.
   * @param dataFolder tells this installation from others: only its own leases are known
   */
  static async open(storage: BlobStorage, owner: TemporaryOwner, dataFolder: string): Promise<TempWorkspace> {
    const installation = createHash('sha256').update(resolve(dataFolder)).digest('hex').slice(0, 16)
    const prefix = `satchel-work-${installation}-`
    const folder = await mkdtemp(join(tmpdir(), `${prefix}${owner.holder}-`))
    // LibreOffice, which may run under another account, passes through it to a folder of its own.
    await chmod(folder, 0o711)
    const workspace = new TempWorkspace(folder, prefix, storage, owner)
    await workspace.removeLeftovers()
    return workspace
  }

  /** Runs with a folder of its own, gone afterwards. */
  async use<T>(run: (folder: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(this.folder, 'job-'))
    try {
      return await run(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async fetch(key: string, path: string, signal: AbortSignal): Promise<void> {
    await pipeline(await this.storage.read(key), createWriteStream(path, { mode: 0o600 }), { signal })
  }

  /** Puts a file into the storage. */
  async keep(path: string): Promise<{ key: string; size: number }> {
    const { size } = await stat(path)
    return this.storage.write(createReadStream(path), { size })
  }

  /** Removes the folders of processes of this installation whose leases have ended. */
  async removeLeftovers(): Promise<void> {
    // A lease is taken before its folder is made, so whoever owns a name that is listed here has had one.
    const names = (await readdir(tmpdir())).filter((name) => name.startsWith(this.prefix))
    const living = await this.owner.living()
    for (const name of names) {
      const holder = name.slice(this.prefix.length).split('-')[0] ?? ''
      if (holder === this.owner.holder || living.has(holder)) continue
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}
