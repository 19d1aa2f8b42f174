import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The process that an earlier start left in this folder, if it lives. Removes a lock file whose process ended or whose number now belongs to
 * another program, because PostgreSQL would refuse to start on a reused number.
 */
export function findPostmaster(folder: string): number | undefined {
  const lock = join(folder, 'postmaster.pid')
  if (!existsSync(lock)) return undefined
  const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10)
  if (pid > 0 && isAlive(pid) && runsIn(pid, folder)) return pid
  unlinkSync(lock)
  return undefined
}

/** Fast shutdown: sessions end, committed data are on disk. Waits for the end. */
export async function stopPostmaster(pid: number, milliseconds: number): Promise<void> {
  signal(pid, 'SIGINT')
  const deadline = Date.now() + milliseconds
  while (isAlive(pid)) {
    if (Date.now() > deadline) {
      signal(pid, 'SIGQUIT')
      return
    }
    await sleep(20)
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** In a container without an init process, an ended orphan stays in the process table. */
function isZombie(pid: number) {
  if (process.platform !== 'linux') return false
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

function runsIn(pid: number, folder: string) {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes(folder)
  } catch {
    return false
  }
}
