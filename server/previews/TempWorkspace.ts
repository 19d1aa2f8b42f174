import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BlobStorage } from '../storage/BlobStorage'

const NAME = /^satchel-work-(\d+)-/

/** Working folders outside the store: converters see copies of bodies, never the bodies. */
export class TempWorkspace {
  private constructor(
    private readonly folder: string,
    private readonly storage: BlobStorage,
  ) {}

  /** Makes a folder of this process and removes those of processes that no longer live. */
  static async open(storage: BlobStorage): Promise<TempWorkspace> {
    await removeLeftovers()
    const folder = await mkdtemp(join(tmpdir(), `satchel-work-${process.pid}-`))
    // LibreOffice, which may run under another account, passes through it to a folder of its own.
    await chmod(folder, 0o711)
    return new TempWorkspace(folder, storage)
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

  /** Puts a file into the store. */
  async keep(path: string): Promise<{ key: string; size: number }> {
    const { size } = await stat(path)
    return this.storage.write(createReadStream(path), { size })
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
