import type { Clock } from '@/platform/Platform'

/** ms before a retry; the server itself holds each request for 15 s */
const PAUSES = [1000, 2000, 4000, 8000]

/** Retries what is not ready yet, a few times. */
export class Retries {
  private readonly counts = new Map<string, number>()
  private readonly stops = new Set<() => void>()

  constructor(private readonly clock: Clock) {}

  /** Runs a function after a pause that grows each time; false after the last retry. @param what key that is counted */
  again(what: string, run: () => void): boolean {
    const count = this.counts.get(what) ?? 0
    const pause = PAUSES[count]
    if (pause === undefined) return false
    this.counts.set(what, count + 1)
    const stop = this.clock.after(pause, () => {
      this.stops.delete(stop)
      run()
    })
    this.stops.add(stop)
    return true
  }

  /** Resets the count of a key. */
  forget(what: string) {
    this.counts.delete(what)
  }

  stop() {
    for (const stop of this.stops) stop()
    this.stops.clear()
  }
}
