import { runInNewContext } from 'node:vm'
import { TookTooLong } from './task'

/** Share of a time limit from which the code itself, not a busy machine, exceeded it. */
const OWN_SHARE = 0.8

/** Runs code that may never end; throws after the given ms: TookTooLong if the machine was too busy to run the code, another error otherwise. */
export function withinTime<T>(milliseconds: number, run: () => T): T {
  const before = process.cpuUsage()
  try {
    return runInNewContext('run()', { run }, { timeout: milliseconds }) as T
  } catch (error) {
    const { user, system } = process.cpuUsage(before)
    const isTimeout = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    if (isTimeout && (user + system) / 1000 < milliseconds * OWN_SHARE)
      throw new TookTooLong(`${milliseconds} ms passed with ${(user + system) / 1000} ms of work`)
    throw error
  }
}
