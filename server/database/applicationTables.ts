import type { ColumnType, Selectable } from 'kysely'
import type { Scope } from '@/contract/applications'
import type { Defaulted } from './columns'

/** The tables of applications, as of migration 070. */
export interface ApplicationTables {
  applications: ApplicationTable
  /** The users of an application that may not act for all users. */
  application_users: { application_id: number; user_id: number }
  application_tokens: ApplicationTokenTable
  application_keys: ApplicationKeyTable
  /** Used assertions that have not expired; the hash is the SHA-256 of the signed part. */
  application_assertions: { hash: Buffer; expires_at: Date }
}

export interface ApplicationTable {
  id: ColumnType<number, never, never>
  enterprise_id: number
  /** The public id. */
  client_id: string
  /** SHA-256 */
  secret_hash: Buffer
  name: string
  /** Spelt as browsers spell origins. */
  origins: string[]
  scopes: Scope[]
  for_all: boolean
  created_at: ColumnType<Date, Date | undefined, never>
  disabled_at: Date | null
  /** The secret before the last rotation; works until `former_secret_ends_at`. */
  former_secret_hash: Defaulted<Buffer | null>
  former_secret_ends_at: Defaulted<Date | null>
  last_used_at: Defaulted<Date | null>
}

/** A public key that verifies signed assertions. */
export interface ApplicationKeyTable {
  application_id: number
  /** The `kid` of assertions. */
  name: string
  /** PEM */
  public_key: string
  /** SHA-256 of the key in DER, in base64 */
  fingerprint: string
  created_at: Date
}

export interface ApplicationTokenTable {
  /** SHA-256 */
  token_hash: Buffer
  application_id: number
  user_id: number
  scopes: Scope[]
  origin: string | null
  /** Set on tokens that show one file. */
  file_id: number | null
  version_id: number | null
  created_at: Date
  expires_at: Date
}

export type ApplicationRow = Selectable<ApplicationTable>
export type ApplicationTokenRow = Selectable<ApplicationTokenTable>
