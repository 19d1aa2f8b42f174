import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../database/connect'
import { putSetting, putSettingOnce, readSetting } from '../database/settings'
import { writeOnce } from '../storage/writeOnce'

/** The key that signs addresses and tokens: created once, the same for every process on the database. */
export async function signingKey(db: Db): Promise<Buffer> {
  const value = await putSettingOnce(db, 'signing_key', randomBytes(32).toString('base64'))
  return Buffer.from(value, 'base64')
}

/** A file in the data folder. */
export const SEALING_KEY = 'sealing.key'

/**
 * The key that encrypts passwords of links. It is created once and shared by every process on the data folder. It is not in the database, so that
 * a copy of the database does not reveal the passwords.
 * @throws Error when the file holds no key
 */
export async function sealingKey(folder: string): Promise<Buffer> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, SEALING_KEY)
  const key = keyOf((await readKey(path)) ?? (await makeKey(folder)))
  if (!key)
    throw new Error(
      `${path} holds no key: restore the file from a backup. Without the key, passwords of links cannot be shown.`,
    )
  return key
}

/** The key of a data folder, which is not created; null if there is none. @throws Error when the file holds no key */
export async function readSealingKey(folder: string): Promise<Buffer | null> {
  return existsSync(join(folder, SEALING_KEY)) ? sealingKey(folder) : null
}

/** 32 bytes in base64; undefined for anything else */
export function keyOf(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]{43}=$/.test(text.trim()) ? Buffer.from(text, 'base64') : undefined
}

async function readKey(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

/** Creates the key if it is missing. @returns the stored key, which may come from another server that started at the same time */
export function makeKey(folder: string): Promise<string> {
  return writeOnce(join(folder, SEALING_KEY), `${randomBytes(32).toString('base64')}\n`)
}

/**
 * The key of a server, compared with the key that the first server of the database used: servers with different keys could not read each other's
 * secrets.
 * @throws Error in words for the operator if the key differs or is lost
 */
export async function openSealingKey(
  db: Db,
  { sealingKey: configured, dataFolder }: { sealingKey: Buffer | null; dataFolder: string },
): Promise<Buffer> {
  const known = await readSetting(db, KEY_FINGERPRINT)
  const path = join(dataFolder, SEALING_KEY)
  const isLost = known !== null && configured === null && (await readKey(path)) === null
  if (isLost) throw new Error(`${path} is missing. ${WHAT_TO_DO}`)
  const key = configured ?? (await sealingKey(dataFolder))
  const first = await putSettingOnce(db, KEY_FINGERPRINT, fingerprintOf(key))
  if (first === fingerprintOf(key)) return key
  throw new Error(`${configured ? 'SEALING_KEY' : path} is not the key of this database. ${WHAT_TO_DO}`)
}

/** Makes the key of this server the key of the database, after the former key was lost. */
export async function acceptSealingKey(
  db: Db,
  { sealingKey: configured, dataFolder }: { sealingKey: Buffer | null; dataFolder: string },
): Promise<void> {
  await putSetting(db, KEY_FINGERPRINT, fingerprintOf(configured ?? (await sealingKey(dataFolder))))
}

/** The setting of the database that tells the key from others, and does not reveal it. */
export const KEY_FINGERPRINT = 'sealing_key_fingerprint'
const WHAT_TO_DO =
  'Every server on one database needs the same key: copy sealing.key from another server or from the backup, or set SEALING_KEY. If the key is lost for good, ' +
  '`npm run admin -- sealing-key accept --yes` makes the present key that of the database; the secrets that the former key encrypted stay unreadable.'

/** Identifies a key without revealing it. */
export function fingerprintOf(key: Buffer): string {
  return createHash('sha256').update('fingerprint of the sealing key').update(key).digest('hex').slice(0, 32)
}
