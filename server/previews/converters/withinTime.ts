import { runInNewContext } from 'node:vm'
import { TookTooLong } from './task'

/** Share of the granted work from which the code itself, not a busy machine, needs too long. */
const OWN_SHARE = 0.8

/**
 * Runs code that may never end. Throws TookTooLong if the machine was too busy to do the granted work in time, and another error if the code needs
 * more work.
 * @param work ms of processor time
 * @param milliseconds of time, at least those of the work
 */
export function withinTime<T>(work: number, milliseconds: number, run: () => T): T {
  const before = process.cpuUsage()
  try {
    return runInNewContext('run()', { run }, { timeout: milliseconds }) as T
  } catch (error) {
    const { user, system } = process.cpuUsage(before)
    const worked = (user + system) / 1000
    const isTimeout = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    if (!isTimeout || worked >= work * OWN_SHARE) throw error
    throw new TookTooLong(`${milliseconds} ms passed with ${worked} ms of work`)
  }
}
