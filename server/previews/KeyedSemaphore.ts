/** Runs so many tasks of a key at once; the others wait, in order. */
export class KeyedSemaphore<Key> {
  private readonly waiting = new Map<Key, (() => void)[]>()
  private readonly running = new Map<Key, number>()

  constructor(private readonly most: number) {}

  /** Runs as soon as fewer than the most run for the key. */
  async take<T>(key: Key, run: () => Promise<T>): Promise<T> {
    await this.come(key)
    try {
      return await run()
    } finally {
      this.go(key)
    }
  }

  private come(key: Key): Promise<void> | void {
    const running = this.running.get(key) ?? 0
    if (running < this.most) return void this.running.set(key, running + 1)
    return new Promise((resolve) => this.waiting.set(key, [...(this.waiting.get(key) ?? []), resolve]))
  }

  private go(key: Key): void {
    const [next, ...others] = this.waiting.get(key) ?? []
    if (others.length > 0) this.waiting.set(key, others)
    else this.waiting.delete(key)
    if (next) return next()
    const left = (this.running.get(key) ?? 1) - 1
    if (left > 0) this.running.set(key, left)
    else this.running.delete(key)
  }
}
