/** What the list showed when its reader left, drawn until the app's code is there. */
export interface Kept {
  userId: number
  /** Of the address. */
  path: string
  language: string
  /** Of the screen: what its height of rows and its colours go by. */
  style: string
  /** Of the header and the body. */
  html: string
}

export const KEPT_KEY = 'shell'
