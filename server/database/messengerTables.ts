import type { Generated } from 'kysely'
import type { Language } from '@/contract/entities'
import type { OutsideKind } from '@/contract/push'
import type { MessengerKind } from '@/contract/messengers/messengers'

/** The tables of messengers, as migrations 038, 048 and 051 leave them. */
export interface MessengerTables {
  messenger_identities: MessengerIdentityTable
  messenger_links: MessengerLinkTable
  /** What calls to messengers go by, the same for every process; null: none is known. */
  messenger_tokens: { name: string; sealed: Buffer | null; expires_at: Date }
  /** Which messages users want outside of the app; without a row they have chosen nothing. */
  outside_choices: { user_id: number; kind: OutsideKind; is_on: boolean }
  /** How many of a kind a user had on their last day. */
  outside_days: { user_id: number; kind: OutsideKind; day: string; happened: number }
}

/** Somebody at a messenger who signs in as a user. */
export interface MessengerLinkTable {
  id: Generated<number>
  user_id: number
  messenger: MessengerKind
  /** Who that is, with the app that knows them by it; hidden. */
  identity_key: string
  linked_at: Date
  /** null: never. */
  used_at: Date | null
}

/** Who a user is at a messenger, as long as a session lasts. */
export interface MessengerIdentityTable {
  session_id: number
  user_id: number
  messenger: MessengerKind
  /** The app that knows them by that. */
  app_id: string
  external_id: string
  language: Language
  known_at: Date
}
