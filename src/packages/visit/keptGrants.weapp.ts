import type { KeptGrants } from '@/stores/visit/KeptGrants'

/** A mini-program is never reloaded: what the visit knows is enough. */
export const keptGrants: KeptGrants = {
  read: () => '',
  write() {},
}
