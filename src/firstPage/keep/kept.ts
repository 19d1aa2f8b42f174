import type { Boot } from '@/api/boot'

/** What a user had before them when they left, for their next visit: erased when they sign out, and when another one comes. */
export interface Kept {
  userId: number
  /** What their page brought, without its request token: what a visit without a network begins with. */
  boot: Boot
  /** A list as it was seen; absent where none was. */
  seen?: Seen
}

export interface Seen {
  /** Of the address. */
  path: string
  language: string
  /** Of the screen: what its height of rows and its colours go by. */
  style: string
  /** Of the header and the body. */
  html: string
}

export const KEPT_KEY = 'shell'
