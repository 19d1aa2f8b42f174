import type { MessengerKind } from '@/contract/messengers/messengers'

/** How whoever shows the app wants it to look (CTX-07). */
export interface Look {
  /** Inside enterprise WeChat. */
  wework: boolean
  /** A brand of its own: the colour of text and lines, and of filled buttons. */
  pair?: { brand: string; button: string }
}

export type LiveEvent = 'ready' | 'beat' | 'changed' | 'unread' | 'refused' | 'error'

/**
 * Hears what the server tells by itself (AH-20), until the answer is called: `ready`, `beat`, `changed`, `unread`; `refused`, which wants no
 * second try soon, or `error` is the last of a stream. Absent where a phone can only ask again; no part of Platform, as `OnNetwork` is none.
 */
export type OnEvents = (
  path: string,
  headers: Record<string, string>,
  hear: (event: LiveEvent, data: string) => void,
) => () => void

export interface PhoneMessages {
  /** Where the app runs. WeCom sends without being asked. */
  messenger: MessengerKind
  /** Asks the user to take one message of a template; call it within their tap, before any await. @returns whether they do */
  ask(template: string): Promise<boolean>
  /** A code by which the server learns who they are there; null where the phone gives none. */
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
  /** How many times as large as designed the user has text; on H5 the browser draws it so by itself. */
  textScale: number
}
