import type { Clock } from '@/platform/Platform'

/** ms before what is not there yet is asked for again; the server itself waits 15 s each time */
const PAUSES = [1000, 2000, 4000, 8000]

/** Asks again for what is not there yet, a few times. */
export class Retries {
  private readonly counts = new Map<string, number>()
  private readonly stops = new Set<() => void>()

  constructor(private readonly clock: Clock) {}

  /** Does something later, each time after a longer pause; false once that was done often enough. @param what for which is counted */
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

  /** Counts anew. */
  forget(what: string) {
    this.counts.delete(what)
  }

  stop() {
    for (const stop of this.stops) stop()
    this.stops.clear()
  }
}
