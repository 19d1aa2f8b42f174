import type { ColumnType, Selectable } from 'kysely'
import type { Scope } from '@/contract/applications'
import type { AllowedGrant } from '@/contract/grants'
import type { Defaulted, Identity } from './columns'

/** The tables of applications, as of migration 123. */
export interface ApplicationTables {
  applications: ApplicationTable
  /** The users of an application that may not act for all users. */
  application_users: { application_id: number; user_id: number }
  application_tokens: ApplicationTokenTable
  application_keys: ApplicationKeyTable
  /** Used assertions that have not expired; the hash is the SHA-256 of the signed part. */
  application_assertions: { hash: Buffer; expires_at: Date }
  application_consents: ConsentTable
  application_grants: GrantTable
  application_refresh_tokens: RefreshTokenTable
  application_codes: CodeTable
  application_sign_ins: SignInTable
  custom_ids: CustomIdTable
  /** Tags that a user keeps at hand. */
  common_tags: { id: Identity; user_id: number; name: string }
  device_syncs: DeviceSyncTable
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
  /** Addresses that a code may be sent to, compared as texts. */
  redirect_uris: Defaulted<string[]>
  /** The grants that an administrator allowed. */
  grants: Defaulted<AllowedGrant[]>
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
  /** null: for the application's enterprise */
  user_id: number | null
  scopes: Scope[]
  origin: string | null
  /** null: the token has no refresh token */
  grant_id: Defaulted<number | null>
  /** Set on tokens that show one file. */
  file_id: number | null
  version_id: number | null
  created_at: Date
  expires_at: Date
}

/** What a user allowed an application. */
export interface ConsentTable {
  application_id: number
  user_id: number
  scopes: Scope[]
  created_at: Date
}

/** What the tokens that follow one another have in common. */
export interface GrantTable {
  id: ColumnType<number, never, never>
  application_id: number
  /** null: for the application's enterprise */
  user_id: number | null
  kind: LastingGrant
  /** The `kid` of the assertion; null where none was signed. */
  key_name: string | null
  scopes: Scope[]
  created_at: Date
  /** The end of the newest refresh token. */
  expires_at: Date
}

/** The kinds of grants that have refresh tokens. */
export type LastingGrant = 'authorization_code' | 'password' | 'jwt' | 'jwt_simple'

export interface RefreshTokenTable {
  /** SHA-256 */
  hash: Buffer
  grant_id: number
  expires_at: Date
  spent_at: Defaulted<Date | null>
}

export interface CodeTable {
  /** SHA-256 */
  hash: Buffer
  application_id: number
  user_id: number
  /** As the authorization named it; null: it named none. */
  redirect_uri: string | null
  scopes: Scope[]
  /** Of PKCE, by SHA-256; null: the authorization had none. */
  challenge: string | null
  expires_at: Date
  used_at: Defaulted<Date | null>
  /** What the code became. */
  grant_id: Defaulted<number | null>
}

/** The id by which an outer system knows one of ours. One of the last three is set. */
export interface CustomIdTable {
  enterprise_id: number
  platform_id: number
  custom_id: string
  user_id: number | null
  department_id: number | null
  group_id: number | null
  kind: ColumnType<'user' | 'department' | 'group', never, never>
}

/** A folder or space of which a program on a device keeps a copy. */
export interface DeviceSyncTable {
  user_id: number
  /** The device, as the program names it. */
  device: string
  kind: 'folder' | 'department' | 'personal' | 'collab'
  /** The id of a folder or department; 0 for the other kinds. */
  target_id: number
}

/** Signs a person in once. */
export interface SignInTable {
  /** SHA-256 */
  hash: Buffer
  application_id: number
  user_id: number
  /** A path of the drive. */
  redirect: string
  expires_at: Date
}

export type GrantRow = Selectable<GrantTable>
export type CodeRow = Selectable<CodeTable>
export type ApplicationRow = Selectable<ApplicationTable>
export type ApplicationTokenRow = Selectable<ApplicationTokenTable>
