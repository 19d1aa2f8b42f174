import type { Boot } from '@/api/boot'

/** The data that the last visit stored for the next one; erased when the user signs out, and when another user signs in. */
export interface Kept {
  userId: number
  /** The data that the server wrote into the page, without the request token. An offline visit begins with it. */
  boot: Boot
  /** The last list shown; absent where none was. */
  seen?: Seen
}

export interface Seen {
  /** The path of the address. */
  path: string
  language: string
  /** The screen's style, which sets row height and colours. */
  style: string
  /** HTML of the header, the body and the bar at the foot. */
  html: string
}

export const KEPT_KEY = 'shell'
