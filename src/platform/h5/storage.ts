import { createJsonStorage } from '../jsonStorage'
import type { Platform } from '../Platform'

const prefix = 'satchel.'

export function createStorage(): Platform['storage'] {
  return createJsonStorage({
    get: (key) => localStorage.getItem(prefix + key),
    set: (key, text) => localStorage.setItem(prefix + key, text),
    remove: (key) => localStorage.removeItem(prefix + key),
  })
}
