import type { Clock } from '@/platform/Platform'

interface Timer {
  at: number
  run(): void
}

/** A clock that moves when the test says so. */
export class ManualClock implements Clock {
  private time = Date.UTC(2026, 10, 20, 8)
  private timers: Timer[] = []

  now() {
    return this.time
  }

  zone() {
    return 480
  }

  after(milliseconds: number, run: () => void) {
    const timer = { at: this.time + milliseconds, run }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter((other) => other !== timer)
    }
  }

  /** ms until each running timer, the next first. */
  get waits(): number[] {
    return this.timers.map(({ at }) => at - this.time).sort((a, b) => a - b)
  }

  /** Lets time pass and runs due timers in their order. */
  pass(milliseconds: number) {
    const end = this.time + milliseconds
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      this.timers = this.timers.filter((timer) => timer !== next)
      this.time = next.at
      next.run()
    }
    this.time = end
  }
}
