import type { ActorKey } from '../actors/actorKey'
import { KeyedSemaphore } from '../limits/KeyedSemaphore'

/** Questions to the database about renditions, of one actor and of all: half of its connections are left for everything else. */
const ASKED = { actor: 4, all: 10 }
/** requests of one actor that wait at once, in this process */
export const WAITING = 60

/** Requests that wait for renditions: they ask in turn, hold no connection while they wait, and nobody has too many of them. */
export class Waits {
  private readonly asking = new KeyedSemaphore<ActorKey>(ASKED.actor, ASKED.all)
  private readonly waiting = new Map<ActorKey, number>()

  /** Asks the database when it is the actor's turn. */
  ask<T>(key: ActorKey, question: () => Promise<T>): Promise<T> {
    return this.asking.take(key, question)
  }

  /** @param run gets false where the actor has so many requests waiting that this one had better come again */
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
