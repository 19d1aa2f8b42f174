import type { CDPSession, Page } from 'playwright-core'

interface Point {
  x: number
  y: number
}

/** Fingers on the screen, by real touch events, at times of the test's own; where the page's clock was installed, that one tells the time. */
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

  /** Two taps, the second pressed so many ms after the first was lifted. */
  async doubleTap(at: Point, between = 100): Promise<void> {
    await this.tap(at)
    await this.tap(at, { before: between })
  }

  /** Two fingers beside each other about a point, from one distance to another in px, moved by so many px on the way; they stay until `lift`. */
  async pinch(middle: Point, from: number, to: number, { x = 0, y = 0 } = {}): Promise<void> {
    const steps = 8
    for (let step = 0; step <= steps; step += 1) {
      const part = step / steps
      const half = (from + (to - from) * part) / 2
      const [left, top] = [middle.x + x * part, middle.y + y * part]
      await this.send(step ? 'touchMove' : 'touchStart', [{ x: left - half, y: top }, { x: left + half, y: top }], step ? 16 : 1000)
    }
  }

  async lift(): Promise<void> {
    await this.send('touchEnd', [], 16)
  }

  private async send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[], after: number): Promise<void> {
    this.now += after / 1000
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })), timestamp: this.now })
  }
}
