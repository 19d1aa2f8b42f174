import type { Selectable } from 'kysely'
import type { Defaulted, Identity } from './columns'

/** The tables of administration, as of migration 075. */
export interface AdministrationTables {
  sign_in_links: SignInLinkTable
  password_requests: PasswordRequestTable
  handovers: HandoverTable
  storage_days: { enterprise_id: number; day: string; people_bytes: number; departments_bytes: number }
}

/** A one-time link; each user has at most one per purpose. */
export interface SignInLinkTable {
  user_id: number
  /** `invitation`: made by an administrator. `forgotten`: asked for on the sign-in page. */
  purpose: Defaulted<'invitation' | 'forgotten'>
  /** SHA-256 of the token, which only the link contains. */
  token_hash: Buffer
  created_at: Date
  expires_at: Date
}

/** A person who forgot the password and cannot get a mail waits for an administrator. */
export interface PasswordRequestTable {
  user_id: number
  asked_at: Date
}

/** What was handed over, for the undoing. */
export interface HandoverTable {
  id: Identity
  enterprise_id: number
  /** The person who left. */
  user_id: number
  files_to: number | null
  shares_to: number | null
  by_user: number | null
  at: Date
  /** The folders `Files of NAME`. */
  folder_ids: Defaulted<number[]>
  item_ids: Defaulted<number[]>
  link_ids: Defaulted<number[]>
  collect_ids: Defaulted<number[]>
  undone_at: Defaulted<Date | null>
}

export type HandoverRow = Selectable<HandoverTable>
