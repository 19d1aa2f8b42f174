import type { Selectable } from 'kysely'
import type { ColumnType } from 'kysely'
import type { Defaulted, Identity } from './columns'

/** The tables of administration, as of migration 099. */
export interface AdministrationTables {
  sign_in_links: SignInLinkTable
  password_requests: PasswordRequestTable
  recovery_codes: { user_id: number; code_hash: string }
  handovers: HandoverTable
  imports: ImportTable
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

/** The last import of people of an organisation. */
export interface ImportTable {
  enterprise_id: number
  id: Identity
  user_id: number | null
  at: Date
  state: 'checked' | 'running' | 'done'
  file_name: string
  creates_missing: boolean
  /** The people of the lines as JSON; null after the import. */
  lines: ColumnType<unknown, string, string | null>
  /** The changes that the import would make, or has made. */
  report: ColumnType<unknown, string, string>
  /** People written so far. */
  written: Defaulted<number>
  counted_at: Date
  created_ids: Defaulted<number[]>
}

export type ImportRow = Selectable<ImportTable>
export type HandoverRow = Selectable<HandoverTable>
