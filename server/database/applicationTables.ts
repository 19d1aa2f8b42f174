import type { ColumnType, Selectable } from 'kysely'
import type { Scope } from '@/contract/applications'

/** The tables of applications, as of migration 045. */
export interface ApplicationTables {
  applications: ApplicationTable
  /** The users of an application that may not act for all users. */
  application_users: { application_id: number; user_id: number }
  application_tokens: ApplicationTokenTable
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
