import type { Platform } from './Platform'

/** A phone's text storage. Each of the three methods may throw. */
export interface TextStorage {
  /** Empty or null if there is no value. */
  get(key: string): string | null
  set(key: string, text: string): void
  remove(key: string): void
}

/** The methods that need no user. */
export type JsonStorage = Pick<Platform['storage'], 'read' | 'write' | 'remove'>

/**
 * Stores JSON in a phone's storage. If the phone refuses a value (a full storage, a private window), the value stays in memory and the older
 * value is dropped, so that the next start does not read it.
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
