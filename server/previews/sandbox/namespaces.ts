import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { converterAccount } from './account'
import { isWithin } from './isWithin'
import type { SandboxSetup, Sandbox, SystemPart, SandboxView } from './sandbox'

/**
 * Builds an empty root at `/sys`, which serves only as a mount point, and enters this root. The rest of the command line runs inside and cannot
 * leave. The shell remains process 1. When process 1 exits, the kernel kills all other processes of the sandbox. One command mounts everything from
 * a table, because a command per mount would take longer than a short conversion. Lists are separated by new lines.
 */
const ENTER = `set -efuC
given=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin
folders=$1 files=$2 table=$3 place=$4
shift 4
mount -t tmpfs -o mode=555,size=256m,nosuid,nodev satchel /sys
cd /sys
IFS='
'
umask 222
mkdir -p $folders /sys/tmp /sys/dev/shm
chmod 1777 /sys/tmp /sys/dev/shm
for file in $files; do [ -e "$file" ] || : > "$file"; done
while [ "$1" != -- ]; do ln -s "$1" "/sys$2"; shift 2; done
shift
echo "$table" > table
mount -a -T table
: >| table
pivot_root . .
umount -l .
cd "$place"
umask 22
set +e
PATH=$given "$@"
exit $?`

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'].map((name) => `/dev/${name}`)
/** Options of writable mounts, of read-only mounts, and of read-only mounts without programs. */
const [ANY, READ, DATA] = ['nosuid,nodev', 'ro,nosuid,nodev', 'ro,nosuid,nodev,noexec']

interface Entry {
  from: string
  to: string
  type: 'none' | 'tmpfs' | 'proc'
  options: string
}

/** The sandbox of util-linux, used when bubblewrap is missing. */
export function namespaces({ tool, system, hidden, drop, as }: SandboxSetup): Sandbox {
  const isRoot = as === 'root'
  const links = system.filter(({ kind }) => kind === 'link')
  const parts = system.filter(({ kind }) => kind === 'folder')
  const spaces = ['--mount', '--pid', '--fork', '--net', '--ipc', '--uts', '--cgroup', '--kill-child=KILL', '--']
  const base: Entry[] = [
    ...DEVICES.map((path) => ({ from: path, to: path, type: 'none' as const, options: 'bind' })),
    { from: 'proc', to: '/proc', type: 'proc', options: 'nosuid,nodev,noexec' },
  ]
  return {
    name: 'unshare',
    reachesFiles: isRoot || converterAccount === null,
    launch: (command, args, view) => {
      const entries = [...base, ...entriesOf(view, parts, hidden)]
      const { folders, files } = placesOf(
        entries.map(({ to }) => to),
        view,
      )
      return {
        command: tool,
        args: [
          ...(isRoot ? [] : ['--user', '--map-root-user']),
          ...spaces,
          ...['/bin/sh', '-c', ENTER, 'sh', folders.join('\n'), files.join('\n')],
          ...[entries.map(lineOf).join('\n'), view.writable ?? '/'],
          ...links.flatMap(({ path, target }) => [target, path]),
          '--',
          ...drop(isRoot ? converterAccount : null),
          command,
          ...args,
        ],
        ...(!isRoot && converterAccount && { account: converterAccount }),
      }
    },
  }
}

function entriesOf(
  { programs, writable, inputs, withFonts }: SandboxView,
  parts: SystemPart[],
  hidden: readonly string[],
): Entry[] {
  const seen = [...parts.map(({ path }) => path), ...programs]
  return [
    ...parts
      .filter(({ isForFonts }) => withFonts || !isForFonts)
      .map(({ path }) => bound(path, path, path.startsWith('/etc') || path.startsWith('/var') ? DATA : READ)),
    ...programs.map((path) => bound(path, path, READ)),
    ...hidden.filter((path) => isWithin(path, seen)).map((path) => own(path)),
    ...(writable === null ? [] : [bound(writable, writable, ANY)]),
    ...inputs.map(({ from, to }) => bound(from, to, DATA)),
  ]
}

/** Mount points to create in the new root. Those within the writable folder are created in that folder. */
function placesOf(targets: readonly string[], { writable }: SandboxView): { folders: string[]; files: string[] } {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  const within = (path: string) => writable !== null && path !== writable && isWithin(path, [writable])
  const folders = targets.filter((path) => !within(path)).map((path) => `/sys${isFolder(path) ? path : dirname(path)}`)
  const files = targets.filter((path) => !isFolder(path)).map((path) => (within(path) ? path : `/sys${path}`))
  return { folders: [...new Set(folders)], files }
}

function bound(from: string, to: string, options: string): Entry {
  return { from, to, type: 'none', options: `rbind,${options}` }
}

function own(to: string): Entry {
  return { from: 'satchel', to, type: 'tmpfs', options: 'mode=555,size=1m,nosuid,nodev' }
}

/** A line of fstab(5). */
function lineOf({ from, to, type, options }: Entry): string {
  return `${escaped(from)} ${escaped(`/sys${to}`)} ${type} ${options} 0 0`
}

function escaped(path: string): string {
  return path.replace(/[\s\\#]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)
}
