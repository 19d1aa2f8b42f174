import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Db } from '../database/connect'
import type { BlobStorage, StoredBlob } from '../storage/BlobStorage'

/**
 * The files of the demo world: ordinary ones, below 60 kB each, to be opened and changed in any program. Pictures, tune and video were
 * drawn and played by code for this project, words are our own; PDFs carry parts of Noto Sans SC (OFL). They lie beside this source, and
 * beside the bundle, where the build copies them.
 */
const folder = new URL('./samples/', import.meta.url)

export interface SampleBody {
  id: number
  key: string
  /** bytes */
  size: number
}

export function readSample(name: string): Promise<Buffer> {
  return readFile(new URL(name, folder))
}

/** Writes each sample once, however many files will show it: all of them or none. Gives them by name. */
export async function writeSamples(storage: BlobStorage, names: readonly string[]): Promise<Map<string, StoredBlob>> {
  const tries = await Promise.allSettled(
    names.map(async (name) => {
      const bytes = await readSample(name)
      return storage.write(Readable.from([bytes]), { size: bytes.length })
    }),
  )
  const stored = tries.flatMap((attempt) => (attempt.status === 'fulfilled' ? attempt.value : []))
  const failure = tries.find((attempt) => attempt.status === 'rejected')
  if (!failure) return new Map(names.map((name, at) => [name, stored[at]!]))
  await Promise.all(stored.map(({ key }) => storage.delete(key)))
  throw failure.reason
}

/** Makes them known to the database. Gives the bodies by the names of their samples. */
export async function recordSamples(db: Db, stored: ReadonlyMap<string, StoredBlob>): Promise<Map<string, SampleBody>> {
  const rows = await db
    .insertInto('bodies')
    .values([...stored.values()].map(({ key, size }) => ({ key, size, image_width: null, image_height: null })))
    .returning(['id', 'key', 'size'])
    .execute()
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return new Map([...stored].map(([name, { key }]) => [name, byKey.get(key)!]))
}
