import { createJsonStorage, type JsonStorage } from '../jsonStorage'
import { createOwnedStorage } from '../ownedStorage'
import type { Platform } from '../Platform'

const prefix = 'satchel.'

const texts = {
  get: (key: string) => localStorage.getItem(prefix + key),
  set: (key: string, text: string) => localStorage.setItem(prefix + key, text),
  remove: (key: string) => localStorage.removeItem(prefix + key),
  keys: () => Object.keys(localStorage).map((key) => key.replace(prefix, '')),
}

/** For what runs before the app does. */
export function createStorage(): JsonStorage {
  return createJsonStorage(texts)
}

/** Links that were visited, and how far pages were scrolled, go with the user, too. */
export function createAppStorage(): Platform['storage'] {
  return createOwnedStorage(texts, () => sessionStorage.clear())
}
