import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Debian's packages and everything that they need and this system lacks, unpacked and not installed. No service starts by itself.
 * @param name of the folder that keeps them for later runs
 * @param program of the packages, below the folder
 * @returns the folder; null when the packages cannot be had
 */
export async function unpackPrograms(
  name: string,
  packages: readonly string[],
  program: string,
): Promise<string | null> {
  const cache = path.join(tmpdir(), `satchel-${name}-${process.getuid?.() ?? 0}`)
  if (existsSync(path.join(cache, program))) return cache
  const folder = await mkdtemp(path.join(tmpdir(), `satchel-${name}-packages-`))
  try {
    const wanted = run('apt-get', ['install', '--simulate', '--no-install-recommends', ...packages], folder)
    const names = [...wanted.matchAll(/^Inst (\S+)/gm)].map(([, each]) => each!)
    if (names.length > 0) run('apt-get', ['download', '-qq', ...names], folder)
    for (const file of await readdir(folder)) if (file.endsWith('.deb')) run('dpkg', ['-x', file, 'root'], folder)
    if (!existsSync(path.join(folder, 'root', program))) return null
    // Another test may have been faster.
    await rename(path.join(folder, 'root'), cache).catch(() => undefined)
    return existsSync(path.join(cache, program)) ? cache : null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** '' when the program fails or is missing: the caller looks at what there is. */
function run(program: string, parameters: string[], cwd: string): string {
  try {
    return execFileSync(program, parameters, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 300_000,
    })
  } catch {
    return ''
  }
}
