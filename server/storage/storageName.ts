import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../database/connect'
import { putSettingOnce, readSetting } from '../database/settings'
import { inTransaction } from '../database/transaction'
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
  const known = (await readSetting(db, STORAGE_NAME)) ?? (await learnName(db, place))
  const found = await place.readName()
  if (found === known) return
  throw new Error(
    `${place.description} does not hold the files of this database: its name is ${found ?? 'missing'}, the database knows ${known}. ` +
      'Every server on one database needs the same storage: a shared DATA_DIR, or the same bucket and S3_PREFIX. ' +
      `If these are the right files, write ${known} into ${place.nameAt}.`,
  )
}

/** Stores the name of a place in the database, after naming a new place. One server at a time: a bucket accepts a second name. */
function learnName(db: Db, place: NamedPlace): Promise<string> {
  return inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('storage name', 0))`.execute(transaction)
    const known = await readSetting(transaction, STORAGE_NAME)
    if (known !== null) return known
    const name = (await place.readName()) ?? (await place.writeName(randomBytes(16).toString('hex')))
    return putSettingOnce(transaction, STORAGE_NAME, name)
  })
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
