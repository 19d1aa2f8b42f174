import { createOwnedStorage } from '../ownedStorage'
import type { Platform } from '../Platform'

const prefix = 'satchel.'

const texts = {
  get: (key: string) => localStorage.getItem(prefix + key),
  set: (key: string, text: string) => localStorage.setItem(prefix + key, text),
  remove: (key: string) => localStorage.removeItem(prefix + key),
  keys: () => Object.keys(localStorage).map((key) => key.replace(prefix, '')),
}

/** For scripts of the page that run before the app: reads and removes the app's values. */
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
      // Without storage there is nothing to remove.
    }
  },
}

/** The session storage, with visited links and scroll positions, is erased with the user's data. */
export function createAppStorage(): Platform['storage'] {
  return createOwnedStorage(texts, () => sessionStorage.clear())
}
