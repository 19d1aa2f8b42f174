import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { converterAccount, type ConverterAccount } from './account'
import { bubblewrap } from './bubblewrap'
import { namespaces } from './namespaces'
import type { Sandbox, SystemPart } from './sandbox'

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
/** Places of shared libraries within /etc, which also holds secrets. */
const LIBRARIES = ['/etc/alternatives', '/etc/ld.so.cache']
/** Places within /etc and /var that fonts and LibreOffice need. */
const FONTS = ['/etc/fonts', '/etc/libreoffice', '/etc/localtime', '/var/cache/fontconfig', '/var/lib/libreoffice']
/** Succeeds if the sandbox works. Hidden folders may exist, but must be empty. */
const CHECK = `
while [ "$1" != -- ]; do [ -z "$(ls -A "$1" 2>/dev/null)" ] || exit 1; shift; done
shift
for path; do [ -r "$path" ] || exit 1; done
[ "$(ls -d /proc/[0-9]* | wc -l)" -lt 12 ]`
/** ms */
const PROBE_LIMIT = 10_000

/**
 * Finds a working sandbox on this machine. Tries each sandbox, because containers and system settings may forbid it.
 * @param hidden folders that no converter may see
 * @param programs that every converter must be able to read
 * @param only restricts the search to one sandbox
 * @returns null when none works
 */
export async function findSandbox(
  hidden: readonly string[],
  programs: readonly string[],
  only?: Sandbox['name'],
): Promise<Sandbox | null> {
  if (process.platform !== 'linux') return null
  const [bwrap, unshare, setpriv] = await Promise.all(
    ['bwrap', 'unshare', 'setpriv'].map((name) =>
      findCommand(
        name,
        ['/usr/bin', '/bin'].map((folder) => join(folder, name)),
      ),
    ),
  )
  if (!setpriv) return null
  const drop = (account: ConverterAccount | null) => [
    setpriv,
    ...(account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []),
    '--no-new-privs',
    '--inh-caps=-all',
    '--bounding-set=-all',
    '--',
  ]
  const ground = { system: systemParts(), hidden, drop }
  // Tries root first, which reaches files that the converters' account cannot. A container may have withdrawn that right from root.
  for (const as of converterAccount ? (['root', 'user'] as const) : (['user'] as const)) {
    for (const sandbox of [
      only !== 'unshare' && bwrap && bubblewrap({ ...ground, tool: bwrap, as }, await hasSize(bwrap)),
      only !== 'bubblewrap' && unshare && namespaces({ ...ground, tool: unshare, as }),
    ])
      if (sandbox && (await confines(sandbox, hidden, programs))) return sandbox
  }
  return null
}

/** Whether the sandbox shows the programs, and neither hidden folders nor foreign processes. */
async function confines(sandbox: Sandbox, hidden: readonly string[], programs: readonly string[]): Promise<boolean> {
  const check = ['-c', CHECK, 'sh', ...hidden, '--', ...programs]
  const { command, args, account } = sandbox.launch('/bin/sh', check, {
    programs,
    writable: null,
    inputs: [],
    withFonts: true,
  })
  const options = { ...account, cwd: '/', env: { PATH: process.env.PATH }, timeout: PROBE_LIMIT }
  return promisify(execFile)(command, args, { ...options, killSignal: 'SIGKILL' }).then(
    () => true,
    () => false,
  )
}

/** Whether this version can limit the size of a temporary folder. */
async function hasSize(bwrap: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)(bwrap, ['--help']).catch(() => ({ stdout: '' }))
  return stdout.includes('--size')
}

function systemParts(): SystemPart[] {
  return [...SYSTEM, ...LIBRARIES, ...FONTS].flatMap((path): SystemPart[] => {
    if (!existsSync(path)) return []
    const isForFonts = FONTS.includes(path)
    const isLink = SYSTEM.includes(path) && lstatSync(path).isSymbolicLink()
    return [
      {
        ...(isLink ? { kind: 'link', target: readlinkSync(path) } : { kind: 'folder', target: path }),
        path,
        isForFonts,
      },
    ]
  })
}

/** The path of a command: in `path`, or at one of its usual places; null when it is not installed. */
export async function findCommand(
  name: string,
  usualPlaces: readonly string[],
  path = process.env.PATH ?? '',
): Promise<string | null> {
  const folders = path.split(delimiter).filter(Boolean)
  for (const place of [...folders.map((folder) => join(folder, name)), ...usualPlaces]) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return place
  }
  return null
}
