import { runInNewContext } from 'node:vm'

/** Runs what may not come to an end by itself; throws when it has not after so many ms. */
export function withinTime<T>(milliseconds: number, run: () => T): T {
  return runInNewContext('run()', { run }, { timeout: milliseconds }) as T
}
