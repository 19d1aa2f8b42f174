import { acknowledged, FRAME, type FrameData, type FrameMessage, type FrameType } from '@/domain/applications/protocol'
import type { Clock } from '@/platform/Platform'

/** The window around this one. */
export interface ParentWindow {
  /** Whether a window frames this one. */
  isThere: boolean
  /** Only a page of that origin receives it. */
  post(message: FrameMessage, origin: string): void
  /** Receives that window's messages with their origin. @returns stops listening */
  listen(hear: (message: unknown, origin: string) => void): () => void
}

/** ms after which an unacknowledged message is sent again, and how often */
const AGAIN = 500
const MOST_TIMES = 10

/**
 * Exchanges messages with the framing page (OPEN-01). Messages from other origins are ignored. Each sent message is repeated until the page
 * acknowledges it, at most MOST_TIMES times.
 */
export class ParentChannel {
  private lastId = 0
  private readonly waiting = new Map<number, () => void>()
  private readonly stop: () => void

  constructor(
    private readonly parent: ParentWindow,
    private readonly clock: Clock,
    private readonly origin: string,
  ) {
    this.stop = parent.listen((message, from) => {
      if (from !== this.origin) return
      const id = acknowledged(message)
      if (id !== null) this.waiting.get(id)?.()
    })
  }

  /** Sends a message. @returns whether the page acknowledged it */
  send<T extends FrameType>(type: T, data: FrameData[T]): Promise<boolean> {
    this.lastId += 1
    const message: FrameMessage<T> = { from: FRAME, type, id: this.lastId, data }
    const { id } = message
    return new Promise((resolve) => {
      let stopWaiting = () => {}
      const settle = (isHeard: boolean) => {
        stopWaiting()
        this.waiting.delete(id)
        resolve(isHeard)
      }
      this.waiting.set(id, () => settle(true))
      const say = (times: number) => {
        if (times > MOST_TIMES) return settle(false)
        this.parent.post(message as FrameMessage, this.origin)
        stopWaiting = this.clock.after(AGAIN, () => say(times + 1))
      }
      say(1)
    })
  }

  dispose() {
    this.stop()
    for (const settle of this.waiting.values()) settle()
  }
}
