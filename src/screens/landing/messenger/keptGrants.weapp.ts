import type { KeptGrants } from '@/stores/landing/KeptGrants'

/** A mini-program is never reloaded: what the visit knows is enough. */
export const keptGrants: KeptGrants = {
  read: () => '',
  write() {},
}
