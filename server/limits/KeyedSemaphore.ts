/** Runs so many tasks of a key at once, and so many of all; the others wait, those of a key in order, the keys in turn. */
export class KeyedSemaphore<Key> {
  /** The key whose turn is next stands first. */
  private readonly waiting = new Map<Key, (() => void)[]>()
  private readonly running = new Map<Key, number>()
  private total = 0

  constructor(
    private readonly most: number,
    private readonly mostOfAll = Infinity,
  ) {}

  /** Runs as soon as fewer than the most run for the key, and for all. */
  async take<T>(key: Key, run: () => Promise<T>): Promise<T> {
    await this.come(key)
    try {
      return await run()
    } finally {
      this.go(key)
    }
  }

  private come(key: Key): Promise<void> | void {
    if (this.isFree(key)) return this.begin(key)
    return new Promise((resolve) => {
      const queue = this.waiting.get(key)
      if (queue) queue.push(resolve)
      else this.waiting.set(key, [resolve])
    })
  }

  private go(key: Key): void {
    this.total -= 1
    const left = (this.running.get(key) ?? 1) - 1
    if (left > 0) this.running.set(key, left)
    else this.running.delete(key)
    for (const [next, queue] of this.waiting) {
      if (!this.isFree(next)) continue
      this.waiting.delete(next)
      const resume = queue.shift()!
      if (queue.length > 0) this.waiting.set(next, queue)
      this.begin(next)
      return resume()
    }
  }

  private isFree(key: Key): boolean {
    return this.total < this.mostOfAll && (this.running.get(key) ?? 0) < this.most
  }

  private begin(key: Key): void {
    this.total += 1
    this.running.set(key, (this.running.get(key) ?? 0) + 1)
  }
}
