import type { MessengerKind } from '@/contract/messengers/messengers'

export interface PhoneMessages {
  /** Where the app runs. WeCom sends without being asked. */
  messenger: MessengerKind
  /** Asks the user to take one message of a template; call it within their tap, before any await. @returns whether they do */
  ask(template: string): Promise<boolean>
  /** A code by which the server learns who they are there; null where the phone gives none. */
  code(): Promise<string | null>
}
