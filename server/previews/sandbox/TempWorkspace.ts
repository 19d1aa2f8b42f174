import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BlobStorage } from '../../storage/BlobStorage'
import type { TemporaryOwner } from '../../storage/TemporaryOwner'
import { converterAccount, giveToConverters } from './account'
import { withOutput } from './output'
import type { Mount, Sandbox } from './sandbox'

export interface WorkspaceOptions {
  sandbox: Sandbox | null
  /** The enterprise of a body's uploaders; null for none or several. */
  enterpriseOf(bodyId: number): Promise<number | null>
}

/**
 * Working folders outside the storage. They are in the system's temporary folder, which the converters' account can reach and which other
 * installations share: `satchel-work-<installation>-<lease>-<random>/<room>/job-<random>`. A room holds the jobs of one enterprise.
 */
export class TempWorkspace {
  /** What releases the files that a working folder uses. */
  private readonly used = new Map<string, (() => Promise<void>)[]>()

  private constructor(
    private readonly folder: string,
    private readonly prefix: string,
    private readonly storage: BlobStorage,
    private readonly owner: TemporaryOwner,
    private readonly options: WorkspaceOptions,
  ) {}

  /**
   * Creates the folder of this process and removes the folders of processes whose leases have ended.
   * @param dataFolder identifies this installation: only its own leases are known
   */
  static async open(
    storage: BlobStorage,
    owner: TemporaryOwner,
    dataFolder: string,
    options: WorkspaceOptions,
  ): Promise<TempWorkspace> {
    const installation = createHash('sha256').update(resolve(dataFolder)).digest('hex').slice(0, 16)
    const prefix = `satchel-work-${installation}-`
    const folder = await realpath(await mkdtemp(join(tmpdir(), `${prefix}${owner.holder}-`)))
    // Converters may run under another account and must pass through to their own folders.
    await chmod(folder, 0o711)
    const workspace = new TempWorkspace(folder, prefix, storage, owner, options)
    await workspace.removeLeftovers()
    return workspace
  }

  /** Runs with a temporary folder in the room of the body's enterprise. A body of no or several enterprises gets a room of its own. */
  async use<T>(bodyId: number, run: (folder: string) => Promise<T>): Promise<T> {
    return this.useRoom(await this.options.enterpriseOf(bodyId), run)
  }

  /** Like `use`, in the room of an enterprise; null for a room of its own. */
  async useRoom<T>(enterprise: number | null, run: (folder: string) => Promise<T>): Promise<T> {
    const room =
      enterprise === null ? await mkdtemp(join(this.folder, 'alone-')) : join(this.folder, String(enterprise))
    await mkdir(room, { recursive: true })
    await chmod(room, 0o711)
    const folder = await mkdtemp(join(room, 'job-'))
    try {
      return await run(folder)
    } finally {
      await rm(enterprise === null ? room : folder, { recursive: true, force: true, maxRetries: 3 })
      for (const release of this.used.get(folder) ?? []) await release()
      this.used.delete(folder)
    }
  }

  /**
   * The path for a program that reads a body at random positions: the file itself if the program can reach it, otherwise a copy in the folder.
   * @param folder of `use`; the path is valid until that ends
   */
  async inputFor(key: string, folder: string, signal: AbortSignal): Promise<Mount> {
    const to = join(folder, 'in')
    const { sandbox } = this.options
    const isReached = sandbox === null ? converterAccount === null : sandbox.reachesFiles
    if (isReached) {
      const { path, release } = await this.storage.fileOf(key)
      this.used.set(folder, [...(this.used.get(folder) ?? []), release])
      if (sandbox === null) return { from: path, to: path }
      if (await showTo(path)) return { from: path, to }
    }
    await this.fetch(key, to, signal)
    await giveToConverters([to])
    return { from: to, to }
  }

  async fetch(key: string, path: string, signal: AbortSignal): Promise<void> {
    await pipeline(await this.storage.read(key), createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal })
  }

  /** Stores a file. Throws NoPreview like `withOutput`. */
  keep(path: string): Promise<{ key: string; size: number }> {
    return withOutput(path, async (file) => {
      const { size } = await file.stat()
      return this.storage.write(file.createReadStream({ autoClose: false }), { size })
    })
  }

  /** Removes the folders of processes of this installation whose leases have ended. */
  async removeLeftovers(): Promise<void> {
    // Lists the folders first, then the leases. A process takes its lease before it creates its folder, so a listed folder without a living lease
    // was left by an ended process.
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

/** Lets the converters' account read a file that it cannot reach by its folders. @returns false where the file system refuses, as NFS may */
async function showTo(file: string): Promise<boolean> {
  if (converterAccount === null) return true
  const { uid, gid } = await stat(file)
  if (gid === converterAccount.gid) return true
  try {
    await chown(file, uid, converterAccount.gid)
    await chmod(file, 0o640)
    return true
  } catch (error) {
    if (refusals.has((error as NodeJS.ErrnoException).code)) return false
    throw error
  }
}

/** How a file system refuses to change the group of a file. */
const refusals = new Set<string | undefined>(['EPERM', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EROFS'])
