import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalFile } from '../BlobStorage'
import type { TemporaryOwner } from '../TemporaryOwner'

/** ms after which an unused file is removed, so that deleted files do not stay on other machines */
const LIFETIME = 24 * 3600_000

/**
 * Copies of blobs in a folder of this machine, for programs that need a file. All processes of the machine share the copies. A copy in use has a
 * second name, which stays until its user is done, so any process may remove the first name at any time.
 */
export class LocalCache {
  private readonly fetching = new Map<string, Promise<void>>()

  private constructor(
    private readonly folder: string,
    private readonly owner: TemporaryOwner,
    /** bytes of the copies */
    private readonly most: number,
  ) {}

  static async open(folder: string, owner: TemporaryOwner, most: number): Promise<LocalCache> {
    const cache = new LocalCache(folder, owner, most)
    for (const name of [cache.copies, cache.used]) await mkdir(name, { recursive: true, mode: 0o700 })
    return cache
  }

  /** A path for a temporary file of this process. */
  temporary(): string {
    return join(this.used, `${this.owner.holder}-${randomBytes(16).toString('hex')}`)
  }

  /**
   * A copy of a blob.
   * @param fetch writes the blob to a path; called once for users that come at the same time
   */
  async use(key: string, size: number, fetch: (path: string) => Promise<void>): Promise<LocalFile> {
    const path = this.temporary()
    const release = () => rm(path, { force: true })
    try {
      const isCopied = size <= this.most && (await this.linkCopy(key, path, fetch))
      if (!isCopied) await fetch(path)
      const now = new Date()
      await utimes(path, now, now)
    } catch (error) {
      await release()
      throw error
    }
    return { path, release }
  }

  /** @returns false when the copy had to give way at once */
  private async linkCopy(key: string, path: string, fetch: (path: string) => Promise<void>): Promise<boolean> {
    const copy = this.copyOf(key)
    if (await linkTo(copy, path)) return true
    const fetched = this.fetching.get(key) ?? this.fetch(copy, fetch).finally(() => this.fetching.delete(key))
    this.fetching.set(key, fetched)
    await fetched
    return linkTo(copy, path)
  }

  async delete(key: string): Promise<void> {
    await rm(this.copyOf(key), { force: true })
  }

  /** Removes the temporary files of ended processes, and copies that nobody used for a day. */
  async removeTemporaries(): Promise<void> {
    // Lists the files first, then the leases: see DiskStorage.
    const names = await readdir(this.used)
    const living = await this.owner.living()
    for (const name of names) if (!living.has(name.split('-')[0]!)) await rm(join(this.used, name), { force: true })
    await this.trim()
  }

  private async fetch(copy: string, fetch: (path: string) => Promise<void>): Promise<void> {
    const path = this.temporary()
    try {
      await fetch(path)
      await linkTo(path, copy)
    } finally {
      await rm(path, { force: true })
    }
    await this.trim()
  }

  /** Removes the copies that were used longest ago, until the rest is within the bound. */
  private async trim(): Promise<void> {
    const copies: { path: string; size: number; used: number }[] = []
    for (const name of await readdir(this.copies)) {
      const path = join(this.copies, name)
      const found = await stat(path).catch(() => null)
      if (found) copies.push({ path, size: found.size, used: found.mtimeMs })
    }
    copies.sort((one, other) => other.used - one.used)
    let bytes = 0
    for (const { path, size, used } of copies) {
      bytes += size
      if (bytes > this.most || used < Date.now() - LIFETIME) await rm(path, { force: true })
    }
  }

  private get copies(): string {
    return join(this.folder, 'copies')
  }

  private get used(): string {
    return join(this.folder, 'used')
  }

  private copyOf(key: string): string {
    return join(this.copies, key.replace('/', ''))
  }
}

/** Gives a file a second name. @returns false when the file is missing */
async function linkTo(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return true
    if (code === 'ENOENT') return false
    throw error
  }
}
