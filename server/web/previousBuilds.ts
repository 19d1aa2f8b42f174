import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { S3Bucket } from '../storage/s3/S3Bucket'
import { SharedBuilds } from './sharedBuilds'

/** A file name with a hash of the content, also compressed. */
export const hashed = /[.-][0-9a-f]{6,}\.[a-z0-9.]+$/

/** ms for which a file is stored after the server last read a build that contains it */
const LIFETIME = 14 * 24 * 3600_000

export interface PreviousBuilds {
  folder: string
  /** Copies the files of the present build, and removes those that no recent build contained. */
  copyCurrent(): Promise<void>
  /** Whether a file is in the folder. @param path of its address */
  has(path: string): boolean
  /** Copies a file that only the store has to the folder. @returns whether the file is there now */
  fetch(path: string): Promise<boolean>
  /** Resolves when nothing is being copied. */
  whenIdle(): Promise<void>
}

/**
 * Stores the files of a build in the data folder, which the next build does not touch: a page that was opened before an update still finds its
 * parts (AH-32).
 * @param from the build; `folder`: where its files are stored
 * @param bucket stores the files for all processes, too; null = none
 */
export function keepBuilds(
  from: string,
  folder: string,
  log: FastifyBaseLogger,
  bucket: S3Bucket | null,
): PreviousBuilds {
  const shared = bucket && new SharedBuilds(bucket, folder)
  let running = Promise.resolve()

  async function copyAll() {
    if (!existsSync(from)) return
    const names = (await readdir(from, { recursive: true })).filter((name) => hashed.test(name))
    for (const name of names) await copyOne(join(from, name), join(folder, name))
    await shared?.add(from, names)
    await shared?.removeBefore(new Date(Date.now() - LIFETIME))
    for (const name of await readdir(folder, { recursive: true }).catch(() => [])) await dropOld(join(folder, name))
  }

  async function dropOld(file: string) {
    // Another server may have removed or renamed it.
    const found = await stat(file).catch(() => null)
    if (found?.isFile() && found.mtimeMs < Date.now() - LIFETIME) await rm(file, { force: true })
  }

  return {
    folder,
    copyCurrent() {
      running = running
        .then(copyAll)
        .catch((error: unknown) => log.warn(error, 'cannot keep the files of this build for later'))
      return running
    },
    whenIdle: () => running,
    has: (path) => hashed.test(path) && !path.includes('..') && existsSync(from) && existsSync(join(folder, path)),
    fetch: async (path) => shared !== null && hashed.test(path) && existsSync(from) && shared.fetch(path.slice(1)),
  }
}

/** The file's time records when a build last contained it. */
async function copyOne(from: string, to: string) {
  const now = new Date()
  if (!existsSync(to)) {
    await mkdir(dirname(to), { recursive: true })
    // Another server may copy the same file.
    const part = `${to}.${randomBytes(8).toString('hex')}.part`
    await copyFile(from, part)
    await rename(part, to)
  }
  await utimes(to, now, now)
}
