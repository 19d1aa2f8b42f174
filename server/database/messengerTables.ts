import type { Generated } from 'kysely'
import type { Language } from '@/contract/entities'
import type { PushKind } from '@/contract/push'
import type { MessengerKind } from '@/contract/messengers/messengers'

/** The tables of messengers, as of migrations 038, 048 and 051. */
export interface MessengerTables {
  messenger_identities: MessengerIdentityTable
  messenger_links: MessengerLinkTable
  /** Access tokens of messengers, shared by all processes; null when none is known. */
  messenger_tokens: { name: string; sealed: Buffer | null; expires_at: Date }
  /** Users' choices of messages outside the app; no row = no choice. */
  outside_choices: { user_id: number; kind: PushKind; is_on: boolean }
  /** The number of events of a kind on the user's last day with one. */
  outside_days: { user_id: number; kind: PushKind; day: string; happened: number }
}

/** A messenger account that signs in as a user. */
export interface MessengerLinkTable {
  id: Generated<number>
  user_id: number
  messenger: MessengerKind
  /** Keyed hash of the account's id and of the app that the id belongs to. */
  identity_key: string
  linked_at: Date
  /** null = never */
  used_at: Date | null
}

/** A user's account at a messenger, valid while a session lasts. */
export interface MessengerIdentityTable {
  session_id: number
  user_id: number
  messenger: MessengerKind
  /** The app that `external_id` belongs to. */
  app_id: string
  external_id: string
  language: Language
  known_at: Date
}
