import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

/** A name that carries the hash of its content; a packed one's, too. */
export const hashed = /[.-][0-9a-f]{8,}\.[a-z0-9.]+$/

/** ms that a file outlives the last start of a server whose build had it */
const KEPT = 14 * 24 * 3600_000

export interface PreviousBuilds {
  folder: string
  /** Copies what the present build has, and lets go of what has long been in none. */
  keep(): Promise<void>
  /** Whether a file lies there. @param path of its address */
  has(path: string): boolean
  /** Resolves when nothing is being copied. */
  settled(): Promise<void>
}

/**
 * Keeps the files of a build in the data folder, where the next build does not reach them: a page that was opened before an update goes on
 * finding its parts (AH-32).
 * @param from the build, `folder` where its files are kept
 */
export function keepBuilds(from: string, folder: string, log: FastifyBaseLogger): PreviousBuilds {
  let running = Promise.resolve()

  async function copyAll() {
    if (!existsSync(from)) return
    const names = (await readdir(from, { recursive: true })).filter((name) => hashed.test(name))
    for (const name of names) await copyOne(join(from, name), join(folder, name))
    for (const name of await readdir(folder, { recursive: true }).catch(() => [])) await dropOld(join(folder, name))
  }

  async function dropOld(file: string) {
    const found = await stat(file)
    if (found.isFile() && found.mtimeMs < Date.now() - KEPT) await rm(file, { force: true })
  }

  return {
    folder,
    keep() {
      running = running
        .then(copyAll)
        .catch((error: unknown) => log.warn(error, 'the files of the build could not be kept'))
      return running
    },
    settled: () => running,
    has: (path) => hashed.test(path) && !path.includes('..') && existsSync(from) && existsSync(join(folder, path)),
  }
}

/** The time of a file tells when a build last had it. */
async function copyOne(from: string, to: string) {
  const now = new Date()
  if (!existsSync(to)) {
    await mkdir(dirname(to), { recursive: true })
    await copyFile(from, `${to}.part`)
    await rename(`${to}.part`, to)
  }
  await utimes(to, now, now)
}
