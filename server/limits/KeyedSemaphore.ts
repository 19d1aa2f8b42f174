/** The tasks under one key, and below it the tasks under finer keys. */
interface Node<Key> {
  running: number
  waiting: number
  /** The first child is the next. Empty on the finest level. */
  children: Map<Key, Node<Key>>
  /** Only on the finest level. */
  queue: (() => void)[]
}

/**
 * Limits the tasks that run at the same time, per key and in total. A key may have several levels, from coarse to fine, such as enterprise and user;
 * each level has its limit. Waiting tasks run in order within a key, and in turn over the keys of a level.
 */
export class KeyedSemaphore<Key extends string | number> {
  /** From the total to the finest level. */
  private readonly limits: readonly number[]
  private readonly root = newNode<Key>()

  /** @param most per key; with several levels the limit of each, from coarse to fine */
  constructor(most: number | readonly number[], mostOfAll = Infinity) {
    this.limits = [mostOfAll, ...(typeof most === 'number' ? [most] : most)]
  }

  /** Runs as soon as the limits of all levels permit. */
  async run<T>(key: Key | readonly Key[], task: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key)
    try {
      return await task()
    } finally {
      release()
    }
  }

  /** Takes a place without waiting. @returns a function that releases the place; null if no place is free */
  tryAcquire(key: Key | readonly Key[]): (() => void) | null {
    const nodes = this.nodesOf(key)
    if (!this.isFree(nodes)) {
      this.forget(key)
      return null
    }
    for (const node of nodes) node.running += 1
    return this.releaser(key)
  }

  private acquire(key: Key | readonly Key[]): (() => void) | Promise<() => void> {
    const release = this.tryAcquire(key)
    if (release) return release
    const nodes = this.nodesOf(key)
    for (const node of nodes) node.waiting += 1
    return new Promise((resolve) => {
      nodes.at(-1)!.queue.push(() => resolve(this.releaser(key)))
    })
  }

  private releaser(key: Key | readonly Key[]): () => void {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      for (const node of this.nodesOf(key)) node.running -= 1
      this.forget(key)
      this.startNext(this.root, 0)
    }
  }

  /** Starts the next waiting task below a node. @returns false if none may start */
  private startNext(node: Node<Key>, level: number): boolean {
    if (node.waiting === 0 || node.running >= this.limits[level]!) return false
    const isStarted = node.queue.length > 0 ? this.startFirst(node) : this.startBelow(node, level)
    if (!isStarted) return false
    node.waiting -= 1
    node.running += 1
    return true
  }

  private startFirst({ queue }: Node<Key>): boolean {
    queue.shift()!()
    return true
  }

  private startBelow({ children }: Node<Key>, level: number): boolean {
    for (const [key, child] of children) {
      if (!this.startNext(child, level + 1)) continue
      children.delete(key)
      children.set(key, child)
      return true
    }
    return false
  }

  private isFree(nodes: readonly Node<Key>[]): boolean {
    return nodes.every(({ running }, level) => running < this.limits[level]!)
  }

  /** The nodes from the root to the key. Missing nodes are created. */
  private nodesOf(key: Key | readonly Key[]): Node<Key>[] {
    const nodes = [this.root]
    for (const part of partsOf(key)) {
      const { children } = nodes.at(-1)!
      const child = children.get(part) ?? newNode<Key>()
      children.set(part, child)
      nodes.push(child)
    }
    return nodes
  }

  /** Removes the nodes of a key that nobody uses. */
  private forget(key: Key | readonly Key[]): void {
    const parts = partsOf(key)
    const nodes = this.nodesOf(key)
    for (let level = parts.length; level > 0; level -= 1) {
      const { running, waiting } = nodes[level]!
      if (running === 0 && waiting === 0) nodes[level - 1]!.children.delete(parts[level - 1]!)
    }
  }
}

function newNode<Key>(): Node<Key> {
  return { running: 0, waiting: 0, children: new Map(), queue: [] }
}

function partsOf<Key>(key: Key | readonly Key[]): readonly Key[] {
  return Array.isArray(key) ? (key as readonly Key[]) : [key as Key]
}
