import { spawn } from 'node:child_process'
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
export const account = process.getuid?.() === 0 ? { uid: 65_533, gid: 65_533 } : null

/**
 * Runs a program of the system on one file, in a folder of this run alone, with little power and for a limited time.
 * Throws NoPreview failure where it does not end well, and what `signal` was aborted with; its whole process group is gone afterwards.
 */
export function runLimited(command: string, args: string[], folder: string, bounds: Bounds): Promise<void> {
  const { limit, signal, memory, processorTime, environment, heard } = bounds
  const limited = `ulimit -v ${memory}; ulimit -t ${processorTime}; exec "$0" "$@"`
  const [program, given] = process.platform === 'win32' ? [command, args] : ['/bin/sh', ['-c', limited, command, ...args]]
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
      else reject(signal?.reason ?? new NoPreview('failure', `${command} ended with ${killedBy ?? code} (at most ${limit} ms)`))
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
