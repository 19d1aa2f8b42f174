import type { Language } from '@/contract/entities'

/** The tables of messengers, as migration 038 leaves them. */
export interface MessengerTables {
  messenger_identities: MessengerIdentityTable
  /** What calls to messengers go by, the same for every process; null: none is known. */
  messenger_tokens: { name: string; sealed: Buffer | null; expires_at: Date }
}

/** Who a user is at a messenger, as long as a session lasts. */
export interface MessengerIdentityTable {
  session_id: number
  user_id: number
  messenger: 'wechat' | 'wecom'
  /** The app that knows them by that. */
  app_id: string
  external_id: string
  language: Language
  known_at: Date
}
