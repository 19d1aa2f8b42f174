import type { MessengerKind } from '@/contract/messengers/messengers'

/** The look that the surrounding app wants (CTX-07). */
export interface Look {
  /** Inside enterprise WeChat. */
  wework: boolean
  /** The brand's own colours: of text and lines, and of filled buttons. */
  pair?: { brand: string; button: string }
}

export type LiveEvent = 'ready' | 'beat' | 'changed' | 'unread' | 'refused' | 'error'

/**
 * Receives the server's events (AH-20) until the returned function is called: `ready`, `beat`, `changed`, `unread`. The last event is `error`,
 * or `refused`, after which no retry should follow soon. Absent on phones that can only poll. Not part of Platform, like `OnNetwork`.
 */
export type OnEvents = (
  path: string,
  headers: Record<string, string>,
  hear: (event: LiveEvent, data: string) => void,
) => () => void

export interface PhoneMessages {
  /** The messenger that runs the app. WeCom sends messages without the user's consent. */
  messenger: MessengerKind
  /** Asks the user to accept one message of a template. Call it within the user's tap, before any await. @returns whether they accept */
  ask(template: string): Promise<boolean>
  /** A code from which the server learns the user's account at the messenger; null if the phone provides none. */
  code(): Promise<string | null>
}

export interface WindowInfo {
  /** px */
  width: number
  height: number
  /** px above the header: the status bar in the mini-program, 0 on H5 (its safe area is CSS). */
  statusBar: number
  /** px that the header leaves free at its right for the menu capsule; 0 on H5. */
  capsuleSpace: number
  /** px of the header's height. */
  headerHeight: number
  /** The user's text size relative to the design. On H5 the browser applies it. */
  textScale: number
}
