/** Lets each user have so many things done at once; what is more waits for its turn, in order. */
export class KeyedSemaphore {
  private readonly waiting = new Map<number, (() => void)[]>()
  private readonly running = new Map<number, number>()

  constructor(private readonly most: number) {}

  /** Runs when it is the user's turn. */
  async take<T>(userId: number, run: () => Promise<T>): Promise<T> {
    await this.come(userId)
    try {
      return await run()
    } finally {
      this.go(userId)
    }
  }

  private come(userId: number): Promise<void> | void {
    const running = this.running.get(userId) ?? 0
    if (running < this.most) return void this.running.set(userId, running + 1)
    return new Promise((resolve) => this.waiting.set(userId, [...(this.waiting.get(userId) ?? []), resolve]))
  }

  /** Hands the place on, or gives it back. */
  private go(userId: number): void {
    const [next, ...others] = this.waiting.get(userId) ?? []
    if (others.length > 0) this.waiting.set(userId, others)
    else this.waiting.delete(userId)
    if (next) return next()
    const left = (this.running.get(userId) ?? 1) - 1
    if (left > 0) this.running.set(userId, left)
    else this.running.delete(userId)
  }
}
