import { runInNewContext } from 'node:vm'

/** Runs code that may never end; throws after the given ms. */
export function withinTime<T>(milliseconds: number, run: () => T): T {
  return runInNewContext('run()', { run }, { timeout: milliseconds }) as T
}
