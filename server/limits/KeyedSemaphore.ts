/** Limits the tasks that run at the same time, per key and in total. Waiting tasks run in order within a key, and in turn over the keys. */
export class KeyedSemaphore<Key> {
  /** The first key is the next. */
  private readonly waiting = new Map<Key, (() => void)[]>()
  private readonly running = new Map<Key, number>()
  private total = 0

  constructor(
    private readonly most: number,
    private readonly mostOfAll = Infinity,
  ) {}

  /** Runs as soon as the key's limit and the total limit permit. */
  async run<T>(key: Key, task: () => Promise<T>): Promise<T> {
    await this.acquire(key)
    try {
      return await task()
    } finally {
      this.release(key)
    }
  }

  private acquire(key: Key): Promise<void> | void {
    if (this.isFree(key)) return this.begin(key)
    return new Promise((resolve) => {
      const queue = this.waiting.get(key)
      if (queue) queue.push(resolve)
      else this.waiting.set(key, [resolve])
    })
  }

  private release(key: Key): void {
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
