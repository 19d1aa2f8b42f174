import { topicKey, type Topic, type TopicKey } from './topics'

/** @param text what the notification tells beside its topic; undefined when notifications may be missing */
export type Wake = (text?: string) => void

/** Functions to call when something about a topic changes. */
export class Listeners {
  private readonly byTopic = new Map<TopicKey, Set<Wake>>()

  /** @returns a function that ends listening */
  add(topics: Iterable<Topic>, wake: Wake): () => void {
    const keys = new Set([...topics].map(topicKey))
    for (const key of keys) {
      const wakes = this.byTopic.get(key)
      if (wakes) wakes.add(wake)
      else this.byTopic.set(key, new Set([wake]))
    }
    return () => {
      for (const key of keys) {
        const wakes = this.byTopic.get(key)
        wakes?.delete(wake)
        if (wakes?.size === 0) this.byTopic.delete(key)
      }
    }
  }

  wake(key: TopicKey, text?: string): void {
    for (const wake of this.byTopic.get(key) ?? []) wake(text)
  }

  /** Notifications may be missing. */
  wakeAll(): void {
    for (const wakes of this.byTopic.values()) for (const wake of wakes) wake()
  }
}
