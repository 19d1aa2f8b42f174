import { GRANT_KEY, type KeptGrants } from '@/stores/landing/KeptGrants'

/** Of this tab alone. A browser that keeps nothing asks again after a reload. */
export const keptGrants: KeptGrants = {
  read(uniqueName) {
    try {
      return sessionStorage.getItem(GRANT_KEY + uniqueName) ?? ''
    } catch {
      return ''
    }
  },
  write(uniqueName, grant) {
    try {
      sessionStorage.setItem(GRANT_KEY + uniqueName, grant)
    } catch {
      // A private window.
    }
  },
}
