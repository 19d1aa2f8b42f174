import { runInNewContext } from 'node:vm'

/** Runs code that may not end by itself; throws after so many ms. */
export function withinTime<T>(milliseconds: number, run: () => T): T {
  return runInNewContext('run()', { run }, { timeout: milliseconds }) as T
}
