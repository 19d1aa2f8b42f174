import type { Clock } from '@/platform/Platform'

/** ms until another attempt, doubled each time. A browser says that the network is back a moment before it carries a call. */
const PAUSE = { first: 1000, longest: 60_000 }

/** Begins work again that ended early, because the network or the user went. */
export class NextAttempt {
  private pause = PAUSE.first
  private stop = () => {}

  constructor(private readonly clock: Pick<Clock, 'after'>) {}

  /** Replaces an attempt that still waits. */
  plan(run: () => void) {
    this.stop()
    this.stop = this.clock.after(this.pause, run)
    this.pause = Math.min(2 * this.pause, PAUSE.longest)
  }

  /** The work came to its end. */
  done() {
    this.stop()
    this.pause = PAUSE.first
  }
}
