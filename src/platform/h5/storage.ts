import { createOwnedStorage } from '../ownedStorage'
import type { Platform } from '../Platform'

const prefix = 'satchel.'

const texts = {
  get: (key: string) => localStorage.getItem(prefix + key),
  set: (key: string, text: string) => localStorage.setItem(prefix + key, text),
  remove: (key: string) => localStorage.removeItem(prefix + key),
  keys: () => Object.keys(localStorage).map((key) => key.replace(prefix, '')),
}

/** For what runs in the page before the app does: reads what the app wrote, and removes it. */
export const startStorage = {
  read<T>(key: string): T | undefined {
    try {
      return (JSON.parse(localStorage.getItem(prefix + key)!) as T | null) ?? undefined
    } catch {
      return undefined
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(prefix + key)
    } catch {
      // A browser that keeps nothing has nothing of it.
    }
  },
}

/** Links that were visited, and how far pages were scrolled, go with the user, too. */
export function createAppStorage(): Platform['storage'] {
  return createOwnedStorage(texts, () => sessionStorage.clear())
}
