import { constants, createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { syncFolder } from '../../storage/syncFolder'
import { BackupFault, blobsOf } from './manifest'
import { storeStream, storeText } from './storeFile'
import { Meter } from './tables'

export interface ShelvedBlob {
  /** bytes */
  size: number
  sha256: string
}

const KEY = /^[0-9a-zA-Z]{2}[0-9a-zA-Z]*(\/[0-9a-zA-Z]+)*$/
/** blobs after which the index is written */
const BATCH = 200

/**
 * The blobs of a backup, as files named by their keys, shared by all snapshots. Keys that begin with the same two letters have one index with sizes and
 * hashes. A blob counts once the index names it, which happens after its bytes are on the disk.
 */
export class BlobShelf {
  private readonly root: string
  private index = new Map<string, ShelvedBlob>()
  private shelf: string | null = null
  /** bytes of whole lines in the index of the open shelf; a crash may have cut off a line after them */
  private whole = 0
  private fresh: string[] = []
  private writing: Promise<void> = Promise.resolve()

  constructor(folder: string) {
    this.root = blobsOf(folder)
  }

  /** A blob by its key; undefined if it was not added, or its file has another length. Keys should come in their order. */
  async find(key: string): Promise<ShelvedBlob | undefined> {
    await this.open(key)
    const blob = this.index.get(key)
    if (blob === undefined) return undefined
    const found = await stat(this.pathOf(key)).catch(() => null)
    return found?.size === blob.size ? blob : undefined
  }

  /** Adds a blob of the shelf that `find` opened last. */
  async add(key: string, source: Readable): Promise<ShelvedBlob> {
    const path = this.pathOf(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const draft = `${path}.part`
    const meter = new Meter()
    try {
      await storeStream(draft, source, meter)
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    const { bytes: size, sha256 } = meter.result
    this.index.set(key, { size, sha256 })
    this.fresh.push(`${key}\t${size}\t${sha256}\n`)
    if (this.fresh.length >= BATCH) await this.flush()
    return { size, sha256 }
  }

  read(key: string): Readable {
    return createReadStream(this.pathOf(key))
  }

  /** Writes the index. Call after the last `add`. */
  flush(): Promise<void> {
    const run = this.writing.then(() => this.writeIndex())
    this.writing = run.catch(() => undefined)
    return run
  }

  private async writeIndex(): Promise<void> {
    const lines = this.fresh.splice(0)
    if (lines.length === 0) return
    const folders = new Set(lines.map((line) => dirname(this.pathOf(line.split('\t')[0]!))))
    for (const folder of folders) await syncFolder(folder)
    const file = await open(this.indexOf(this.shelf!), constants.O_WRONLY | constants.O_CREAT, 0o600)
    const text = Buffer.from(lines.join(''))
    const at = this.whole
    this.whole += text.length
    try {
      await file.truncate(at)
      await file.write(text, 0, text.length, at)
      await file.sync()
    } finally {
      await file.close()
    }
    await syncFolder(this.root)
  }

  /** Removes the blobs of this shelf that no snapshot needs. @returns their number */
  async keepOnly(shelf: string, isNeeded: (key: string) => boolean): Promise<number> {
    await this.open(shelf)
    const gone = [...this.index.keys()].filter((key) => !isNeeded(key))
    if (gone.length === 0) return 0
    // The index first: a file that no index names is harmless.
    for (const key of gone) this.index.delete(key)
    const lines = [...this.index].map(([key, { size, sha256 }]) => `${key}\t${size}\t${sha256}\n`)
    await storeText(this.indexOf(shelf), lines.join(''))
    for (const key of gone) await rm(this.pathOf(key), { force: true })
    return gone.length
  }

  private async open(key: string): Promise<void> {
    const shelf = shelfOf(key)
    if (shelf === this.shelf) return
    await this.flush()
    const { index, whole } = await readIndex(this.indexOf(shelf))
    this.index = index
    this.whole = whole
    this.shelf = shelf
  }

  private indexOf(shelf: string): string {
    return join(this.root, `${shelf}.tsv`)
  }

  private pathOf(key: string): string {
    if (!KEY.test(key)) throw new BackupFault(`${JSON.stringify(key)} is no key of a stored file.`)
    return join(this.root, key)
  }
}

/** Keys with the same beginning lie on one shelf. */
function shelfOf(key: string): string {
  return key.slice(0, 2)
}

/** The keys of a list in their order, those of each shelf together. */
export async function* byShelf<T>(
  source: AsyncIterable<T>,
  keyOf: (entry: T) => string,
): AsyncGenerator<{ shelf: string; keys: string[] }> {
  let open: { shelf: string; keys: string[] } | null = null
  for await (const entry of source) {
    const key = keyOf(entry)
    const shelf = shelfOf(key)
    if (open === null || open.shelf !== shelf) {
      if (open !== null) yield open
      open = { shelf, keys: [] }
    }
    open.keys.push(key)
  }
  if (open !== null) yield open
}

/** The shelves of a backup, in order. */
export async function shelvesOf(folder: string): Promise<string[]> {
  const names = await readdir(blobsOf(folder)).catch(() => [])
  return names.flatMap((name) => (name.endsWith('.tsv') ? [name.slice(0, -'.tsv'.length)] : [])).sort()
}

async function readIndex(path: string): Promise<{ index: Map<string, ShelvedBlob>; whole: number }> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const entries = whole
    .split('\n')
    .slice(0, -1)
    .map((line): [string, ShelvedBlob] => {
      const [key = '', size = '', sha256 = ''] = line.split('\t')
      return [key, { size: Number(size), sha256 }]
    })
  return { index: new Map(entries), whole: Buffer.byteLength(whole) }
}
