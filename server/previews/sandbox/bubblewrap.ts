import { dirname } from 'node:path'
import { converterAccount } from './account'
import { isWithin } from './isWithin'
import type { SandboxSetup, Sandbox, SystemPart } from './sandbox'

/** bytes in a program's /tmp, which is memory */
const TEMPORARY = 256 * 1024 ** 2

/** The sandbox of bubblewrap. @param hasSize whether this version can limit /tmp */
export function bubblewrap({ tool, system, hidden, drop, as }: SandboxSetup, hasSize: boolean): Sandbox {
  const isRoot = as === 'root'
  const base = [
    ...(isRoot ? [] : ['--unshare-user']),
    ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
    // The server starts bubblewrap in a session of its own, without a terminal.
    '--die-with-parent',
    ...mounted(system.filter(({ isForFonts }) => !isForFonts)),
    ...['--proc', '/proc', '--dev', '/dev', '--perms', '1777'],
    ...(hasSize ? ['--size', String(TEMPORARY)] : []),
    ...['--tmpfs', '/tmp'],
  ]
  const fonts = mounted(system.filter(({ isForFonts }) => isForFonts))
  return {
    name: 'bubblewrap',
    reachesFiles: isRoot || converterAccount === null,
    launch: (command, args, { programs, writable, inputs, withFonts }) => ({
      command: tool,
      args: [
        ...base,
        ...(withFonts ? fonts : []),
        ...foldersTo(writable !== null ? [...programs, writable] : programs),
        ...programs.flatMap((path) => ['--ro-bind', path, path]),
        ...hidden
          .filter((path) => isWithin(path, [...system.map((part) => part.path), ...programs]))
          .flatMap((path) => ['--tmpfs', path]),
        ...(writable !== null ? ['--bind', writable, writable] : []),
        ...inputs.flatMap(({ from, to }) => ['--ro-bind', from, to]),
        ...['--remount-ro', '/', '--chdir', writable ?? '/', '--'],
        ...drop(isRoot ? converterAccount : null),
        command,
        ...args,
      ],
      ...(!isRoot && converterAccount && { account: converterAccount }),
    }),
  }
}

function mounted(parts: readonly SystemPart[]): string[] {
  const mounts = parts.flatMap(({ kind, path, target }) => [kind === 'link' ? '--symlink' : '--ro-bind', target, path])
  return [...foldersTo(parts.map(({ path }) => path)), ...mounts]
}

/** Options that create the parents of paths. Bubblewrap itself would create these folders for its own user only. */
function foldersTo(places: readonly string[]): string[] {
  const above = new Set<string>()
  for (const place of places)
    for (let folder = dirname(place); folder !== '/' && folder !== '/tmp'; folder = dirname(folder)) above.add(folder)
  return [...above].sort().flatMap((folder) => ['--perms', '0755', '--dir', folder])
}
