import type { KeptGrants } from '@/stores/visit/KeptGrants'

const prefix = 'satchel.grant.'

/** Of this tab alone. A browser that keeps nothing asks again after a reload. */
export const keptGrants: KeptGrants = {
  read(uniqueName) {
    try {
      return sessionStorage.getItem(prefix + uniqueName) ?? ''
    } catch {
      return ''
    }
  },
  write(uniqueName, grant) {
    try {
      sessionStorage.setItem(prefix + uniqueName, grant)
    } catch {
      // A private window.
    }
  },
}
