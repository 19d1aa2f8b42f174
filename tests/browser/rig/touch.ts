import type { CDPSession, Page } from 'playwright-core'

interface Point {
  x: number
  y: number
}

/** ms between two touch events */
const FRAME = 16
const STEPS = 8
/** The progress of a movement, from 0 to 1. */
const parts = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS)

/** Fingers on the screen, by real touch events with the test's own times, or those of the page's installed clock. */
export class Fingers {
  /** Seconds since 1970. */
  private now = Math.floor(Date.now() / 1000)

  private constructor(private readonly session: CDPSession) {}

  static async on(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page))
  }

  /** Presses and lifts one finger. @param before ms since the last lift @param held ms */
  async tap(at: Point, { before = 1000, held = 40 } = {}): Promise<void> {
    await this.send('touchStart', [at], before)
    await this.send('touchEnd', [], held)
  }

  /** Taps twice, the second time so many ms after the first lift. */
  async doubleTap(at: Point, between = 100): Promise<void> {
    await this.tap(at)
    await this.tap(at, { before: between })
  }

  /** Drags one finger by so many px, within so many ms, and lifts it. */
  async swipe(from: Point, { x = 0, y = 0 }: Partial<Point>, ms = 9 * FRAME): Promise<void> {
    for (const part of parts)
      await this.send(
        part ? 'touchMove' : 'touchStart',
        [{ x: from.x + x * part, y: from.y + y * part }],
        part ? (ms - FRAME) / STEPS : 1000,
      )
    await this.lift()
  }

  /**
   * Spreads two fingers about a point from one distance to another in px, moving them by so many px and turning by so many degrees. They stay
   * until `lift`.
   */
  async pinch(middle: Point, from: number, to: number, { x = 0, y = 0, turn = 0 } = {}): Promise<void> {
    for (const part of parts) {
      const half = (from + (to - from) * part) / 2
      const angle = (turn * part * Math.PI) / 180
      const [across, along] = [half * Math.cos(angle), half * Math.sin(angle)]
      const [left, top] = [middle.x + x * part, middle.y + y * part]
      await this.send(
        part ? 'touchMove' : 'touchStart',
        [
          { x: left - across, y: top - along },
          { x: left + across, y: top + along },
        ],
        part ? FRAME : 1000,
      )
    }
  }

  async lift(): Promise<void> {
    await this.send('touchEnd', [], FRAME)
  }

  private async send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[], after: number): Promise<void> {
    this.now += after / 1000
    await this.session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
      timestamp: this.now,
    })
  }
}
