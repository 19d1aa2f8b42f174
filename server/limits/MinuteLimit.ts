import type { Clock } from '../time/clock'

/** ms */
const MINUTE = 60_000

/** Counts the acts of each key within a minute, in this process, which the limit protects. Promises to users need a SharedMinuteLimit. */
export class MinuteLimit<Key> {
  private counts = new Map<Key, number>()
  private minute = 0

  constructor(
    private readonly clock: Clock,
    private readonly most: number,
  ) {}

  /** Counts one act. @returns false once the key has reached its limit */
  tryCount(key: Key): boolean {
    const minute = Math.floor(this.clock().getTime() / MINUTE)
    if (minute !== this.minute) this.counts = new Map()
    this.minute = minute
    const count = (this.counts.get(key) ?? 0) + 1
    if (count > this.most) return false
    this.counts.set(key, count)
    return true
  }
}
