import type { Platform } from './Platform'

/** A phone's own storage of texts; each of the three may throw. */
export interface TextStorage {
  /** Empty or null when there is none. */
  get(key: string): string | null
  set(key: string, text: string): void
  remove(key: string): void
}

/** The part that needs no user. */
export type JsonStorage = Pick<Platform['storage'], 'read' | 'write' | 'remove'>

/**
 * Keeps JSON in a phone's storage. What the phone refuses (a full storage, a private window) lives in memory, and the
 * older value is dropped rather than found again at the next start.
 */
export function createJsonStorage(texts: TextStorage, memory = new Map<string, string>()): JsonStorage {
  function attempt<T>(run: () => T): T | undefined {
    try {
      return run()
    } catch {
      return undefined
    }
  }

  return {
    read<T>(key: string): T | undefined {
      const text = memory.get(key) ?? attempt(() => texts.get(key))
      return text ? attempt(() => JSON.parse(text) as T) : undefined
    },
    write(key, value) {
      const text = JSON.stringify(value)
      memory.delete(key)
      try {
        texts.set(key, text)
      } catch {
        attempt(() => texts.remove(key))
        memory.set(key, text)
      }
    },
    remove(key) {
      memory.delete(key)
      attempt(() => texts.remove(key))
    },
  }
}
