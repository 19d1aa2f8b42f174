import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../database/connect'
import { putSettingOnce, readSetting } from '../database/settings'
import { writeOnce } from './writeOnce'

/** A place of blobs that carries a name of its own. */
export interface NamedPlace {
  /** The place in words, for the operator. */
  readonly description: string
  /** Where the name is written, in words. */
  readonly nameAt: string
  readName(): Promise<string | null>
  /** @returns the name of the place, which another server may have written first */
  writeName(name: string): Promise<string>
}

/** The setting of the database that names its storage. */
export const STORAGE_NAME = 'storage_name'

/**
 * Compares the name of a place with the name that the database knows. The first server of a database gives the name.
 * @throws Error in words for the operator if the place belongs to another database, or is new although the database has files already
 */
export async function requireSameStorage(db: Db, place: NamedPlace): Promise<void> {
  const known = await readSetting(db, STORAGE_NAME)
  const found = await place.readName()
  if (known !== null && known === found) return
  const name = found ?? (known === null ? await place.writeName(randomBytes(16).toString('hex')) : null)
  const expected = name === null ? known : await putSettingOnce(db, STORAGE_NAME, name)
  if (name === expected) return
  throw new Error(
    `${place.description} does not hold the files of this database: its name is ${name ?? 'missing'}, the database knows ${expected}. ` +
      'Every server on one database needs the same storage, such as a shared DATA_DIR. ' +
      `If these are the right files, write ${expected} into ${place.nameAt}.`,
  )
}

/** A folder, whose name is in a file within it. */
export function namedFolder(folder: string): NamedPlace {
  const nameAt = join(folder, 'storage.name')
  return {
    description: folder,
    nameAt,
    async readName() {
      const text = await readFile(nameAt, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return text === null ? null : text.trim()
    },
    async writeName(name) {
      await mkdir(folder, { recursive: true })
      return (await writeOnce(nameAt, `${name}\n`)).trim()
    },
  }
}
