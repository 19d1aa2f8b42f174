import { spawn } from 'node:child_process'
import { access, chown, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { NoPreview } from './convert/task'
import type { RunOptions } from './Converters'

export interface Bounds extends RunOptions {
  /** KiB of address space. */
  memory: number
  /** Seconds of processor time, which end it even when the server is no longer there to do so. */
  processorTime: number
  environment?: Record<string, string>
  /** Hears what it prints. */
  heard?(output: string): void
}

/** A server that runs as root lets no converter do so; nobody else has this number, the database least of all. */
const account = process.getuid?.() === 0 ? { uid: 65_533, gid: 65_533 } : null

/** Where a command is: in `path`, or at one of its usual places; null when it is not installed. */
export async function findCommand(
  name: string,
  usualPlaces: readonly string[],
  path = process.env.PATH ?? '',
): Promise<string | null> {
  for (const place of [
    ...path
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, name)),
    ...usualPlaces,
  ]) {
    if (
      await access(place, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return place
  }
  return null
}

/** Makes these the account's that runs programs, where that is not the server's own. */
export async function handOver(paths: readonly string[]): Promise<void> {
  if (account === null) return
  const { uid, gid } = account
  await Promise.all(paths.map((path) => chown(path, uid, gid)))
}

/**
 * Runs a program of the system on one file, in a folder of this run alone, with little power and for a limited time.
 * Throws NoPreview failure where it does not end well, and what `signal` was aborted with; its whole process group is gone afterwards.
 */
export function runLimited(command: string, args: string[], folder: string, bounds: Bounds): Promise<void> {
  const { limit, signal, memory, processorTime, environment, heard } = bounds
  const limited = `ulimit -v ${memory}; ulimit -t ${processorTime}; exec "$0" "$@"`
  const [program, given] =
    process.platform === 'win32' ? [command, args] : ['/bin/sh', ['-c', limited, command, ...args]]
  const child = spawn(program, given, {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ['ignore', heard ? 'pipe' : 'ignore', 'ignore'],
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, ...environment },
  })
  child.stdout?.setEncoding('utf8').on('data', heard!)
  const timer = setTimeout(() => endGroup(child.pid), limit)
  const abort = () => endGroup(child.pid)
  signal?.addEventListener('abort', abort)
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new NoPreview('failure', `${command} did not start: ${error.message}`)))
    // Not at its exit: what it printed is read first.
    child.once('close', (code, killedBy) => {
      if (code === 0) resolve()
      else
        reject(
          signal?.reason ?? new NoPreview('failure', `${command} ended with ${killedBy ?? code} (at most ${limit} ms)`),
        )
    })
  })
  return ended.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    endGroup(child.pid)
  })
}

/** A program may be a script that starts the program proper. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of the group is left.
  }
}
