import { converterAccount } from './account'
import { isWithin } from './isWithin'
import type { Ground, Sandbox } from './sandbox'

/**
 * Builds an empty root and enters it; what remains on the command line is run in it and cannot come back. The shell stays as
 * process 1: its end ends all others. `/sys` is only the place where the root grows.
 */
const ENTER = `set -eu
given=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=/sys
mount -t tmpfs -o mode=755,size=1m,nosuid,nodev satchel $root
place() {
  if [ -d "$1" ]; then mkdir -p "$root$2"; return; fi
  mkdir -p "$root\${2%/*}"
  [ -e "$root$2" ] || : > "$root$2"
}
fasten() {
  for also in '' ,noatime ,noexec ,noatime,noexec; do
    mount -o "remount,bind,ro,nosuid,nodev$also" "$1" 2>/dev/null && return
  done
  exit 97
}
while [ "$1" != -- ]; do
  case $1 in
    link) mkdir -p "$root\${3%/*}"; ln -s "$2" "$root$3" ;;
    own) mkdir -p "$root$3"; mount -t tmpfs -o "mode=1777,size=$2,nosuid,nodev" satchel "$root$3" ;;
    device) place "$2" "$3"; mount --bind "$2" "$root$3" ;;
    read) place "$2" "$3"; mount --rbind "$2" "$root$3"; fasten "$root$3" ;;
    write) place "$2" "$3"; mount --rbind "$2" "$root$3" ;;
    *) exit 98 ;;
  esac
  shift 3
done
shift
folder=$1
shift
mkdir -p $root/proc $root/old $root/dev
ln -s /proc/self/fd $root/dev/fd
mount -t proc -o nosuid,nodev,noexec proc $root/proc
cd $root
pivot_root . old
cd /
umount -l /old
rmdir /old
mount -o remount,ro,nosuid,nodev /
cd "$folder"
set +e
setsid env PATH="$given" "$@"
exit $?`

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'].map((name) => `/dev/${name}`)

/** The sandbox of util-linux, where bubblewrap is missing. */
export function namespaces({ tool, system, hidden, drop, as }: Ground): Sandbox {
  const isRoot = as === 'root'
  const base = [
    ...(isRoot ? [] : ['--user', '--map-root-user']),
    ...['--mount', '--pid', '--fork', '--net', '--ipc', '--uts', '--cgroup', '--kill-child=KILL', '--'],
    ...['/bin/sh', '-c', ENTER, 'sh'],
    ...system.flatMap(({ kind, path, target }) => [kind === 'link' ? 'link' : 'read', target, path]),
    ...DEVICES.flatMap((path) => ['device', path, path]),
    ...['own', '64m', '/dev/shm', 'own', '256m', '/tmp'],
  ]
  return {
    name: 'unshare',
    reachesFiles: isRoot || converterAccount === null,
    launch: (command, args, { programs, writable, inputs }) => ({
      command: tool,
      args: [
        ...base,
        ...programs.flatMap((path) => ['read', path, path]),
        ...hidden
          .filter((path) => isWithin(path, [...system.map((part) => part.path), ...programs]))
          .flatMap((path) => ['own', '1m', path]),
        ...(writable !== null ? ['write', writable, writable] : []),
        ...inputs.flatMap(({ from, to }) => ['read', from, to]),
        '--',
        writable ?? '/',
        ...drop(isRoot ? converterAccount : null),
        command,
        ...args,
      ],
      ...(!isRoot && converterAccount && { account: converterAccount }),
    }),
  }
}
