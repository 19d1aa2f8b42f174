import { when } from 'mobx'
import type { Clock } from '@/platform/Platform'

/** What is shown, and fetched again when others change it. */
export interface Watched {
  /** The server's name for it, such as `comments_12`; '': the user's messages. */
  name: string
  /** ms between two polls while no stream covers it */
  interval: number
  /** ms within which several changes become one; 0 where absent */
  gather?: number
  /** Observable: false while the content on screen must not change. */
  isFree?(): boolean
  /** Fetches the content again. @returns false without an answer */
  changed(): Promise<boolean>
}

/** Polls what is watched: on request (first and last of a burst), and at intervals while no stream covers it or no answer comes (AH-20). */
export class Watch {
  hasPolled = false
  private isConnected = false
  private failures = 0
  private isDue = false
  private isLooking = false
  private isOver = false
  private stopWaiting: (() => void) | null = null
  private stopLooking = () => {}

  constructor(
    readonly watched: Watched,
    private readonly clock: Clock,
  ) {}

  poll() {
    this.isDue = true
    this.hasPolled = true
    if (this.isLooking || this.isOver) return
    this.isLooking = true
    this.rest()
    const { gather = 0 } = this.watched
    if (gather === 0) this.lookWhenFree()
    else this.stopLooking = this.clock.after(gather, () => this.lookWhenFree())
  }

  /** Sets whether a stream reports changes from now on. */
  setConnected(isTold: boolean) {
    this.isConnected = isTold
    this.rest()
    this.wait()
  }

  end() {
    this.isOver = true
    this.rest()
    this.stopLooking()
  }

  private lookWhenFree() {
    this.stopLooking = when(
      () => this.watched.isFree?.() ?? true,
      () => void this.ask(),
    )
  }

  private async ask() {
    this.isDue = false
    const isAnswered = await this.watched.changed()
    this.failures = isAnswered ? 0 : this.failures + 1
    this.isLooking = false
    if (this.isDue) this.poll()
    else this.wait()
  }

  private wait() {
    if (this.isOver || this.isLooking || (this.isConnected && this.failures === 0)) return
    this.stopWaiting = this.clock.after(pollPause(this.watched.interval, this.failures), () => this.poll())
  }

  private rest() {
    this.stopWaiting?.()
    this.stopWaiting = null
  }
}

/** how often failures double the pause */
const MOST_DOUBLED = 4

/**
 * ms until the next poll where no stream reports changes: doubled with each failure, then lengthened at random, so that not all phones return at
 * once to a server that was away.
 */
export function pollPause(interval: number, failures: number): number {
  if (failures === 0) return interval
  return interval * 2 ** Math.min(failures, MOST_DOUBLED) * (1 + Math.random() / 2)
}
