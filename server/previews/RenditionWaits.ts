import type { ActorKey } from '../actors/actorKey'
import { KeyedSemaphore } from '../limits/KeyedSemaphore'

/** Queries about renditions that run at the same time, per actor and in total: half of the database connections stay free for other work. */
const QUERIES = { actor: 4, all: 10 }
/** waiting requests per actor in this process */
export const WAITING = 60

/** Requests that wait for renditions. They query in turn, hold no connection while they wait, and are limited per actor. */
export class RenditionWaits {
  private readonly asking = new KeyedSemaphore<ActorKey>(QUERIES.actor, QUERIES.all)
  private readonly waiting = new Map<ActorKey, number>()

  /** Runs a query when it is the actor's turn. */
  ask<T>(key: ActorKey, question: () => Promise<T>): Promise<T> {
    return this.asking.run(key, question)
  }

  /** Counts a waiting request. @param run receives false when too many of the actor's requests wait; the request must then be answered at once */
  async wait<T>(key: ActorKey, run: (mayWait: boolean) => Promise<T>): Promise<T> {
    const before = this.waiting.get(key) ?? 0
    if (before >= WAITING) return run(false)
    this.waiting.set(key, before + 1)
    try {
      return await run(true)
    } finally {
      const left = this.waiting.get(key)! - 1
      if (left > 0) this.waiting.set(key, left)
      else this.waiting.delete(key)
    }
  }
}
