import type { ColumnType } from 'kysely'
import type { Defaulted } from './columns'

/** The tables of signing on at an OpenID provider, as of migrations 076 and 085. */
export interface SignOnTables {
  sign_on_providers: SignOnProviderTable
  sign_on_identities: SignOnIdentityTable
  sign_on_attempts: SignOnAttemptTable
}

export interface GroupRule {
  /** The value in the claim. */
  group: string
  department_id: number
}

export interface SignOnProviderTable {
  enterprise_id: number
  is_on: boolean
  label: string
  issuer: string
  client_id: string
  /** Encrypted with the sealing key; null: a public client. */
  client_secret: Buffer | null
  scopes: Defaulted<string>
  email_domains: Defaulted<string[]>
  link_by: 'email' | 'claim'
  link_claim: Defaulted<string>
  creates_people: boolean
  group_claim: Defaulted<string>
  group_rules: ColumnType<GroupRule[], string, string>
  signs_out: boolean
  changed_at: Date
}

export interface SignOnIdentityTable {
  enterprise_id: number
  issuer: string
  /** The `sub` of the provider. */
  subject: string
  user_id: number
  linked_at: Date
}

export interface SignOnAttemptTable {
  /** A sign-on is completed only in the way in which it began. */
  kind: 'oidc' | 'wecom'
  state_hash: Buffer
  browser_hash: Buffer
  enterprise_id: number
  nonce: string
  verifier: string
  redirect: string
  begun_at: Date
}
