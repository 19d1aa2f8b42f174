import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../database/connect'
import { syncFolder } from '../storage/syncFolder'

/** The key that signs addresses and tokens: created once, the same for every process on the database. */
export async function signingKey(db: Db): Promise<Buffer> {
  await db
    .insertInto('settings')
    .values({ name: 'signing_key', value: JSON.stringify(randomBytes(32).toString('base64')) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'signing_key')
    .executeTakeFirstOrThrow()
  return Buffer.from(value as string, 'base64')
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
  const text = (await readKey(path)) ?? (await makeKey(folder))
  const key = keyOf(text)
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
export async function makeKey(folder: string): Promise<string> {
  const path = join(folder, SEALING_KEY)
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    await writeDurably(draft, `${randomBytes(32).toString('base64')}\n`)
    // Renaming would replace a key that another server stored first.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(folder)
  return readFile(path, 'utf8')
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
