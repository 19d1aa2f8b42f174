import type { ColumnType, Selectable } from 'kysely'
import type { DirectoryKind, OwnedField } from '@/contract/administration/directories'
import type { Defaulted, Identity } from './columns'

/** The tables of directories, as of migration 081. */
export interface DirectoryTables {
  directories: DirectoryTable
  directory_people: { user_id: number; directory_id: number; external_id: string; is_gone: Defaulted<boolean> }
  directory_departments: { department_id: number; directory_id: number; external_id: string; name: string }
  directory_runs: DirectoryRunTable
  ldap_directories: LdapDirectoryTable
}

export interface DirectoryTable {
  id: Identity
  enterprise_id: number
  kind: DirectoryKind
  /** The name that people know it by. */
  label: string
  is_on: boolean
  /** People of the directory sign in with their password there. */
  signs_in: Defaulted<boolean>
  /** A sync links people with the same login and departments with the same place, if no directory has them. */
  links_existing: Defaulted<boolean>
  /** hours from one sync to the next; null: only by hand */
  sync_hours: number | null
  owned_fields: Defaulted<OwnedField[]>
  changed_at: Date
}

export interface DirectoryRunTable {
  id: Identity
  directory_id: number
  at: Date
  ended_at: Date | null
  /** null: by the schedule */
  user_id: number | null
  is_dry: boolean
  /** The stopped run whose losses an administrator has confirmed. */
  confirms: number | null
  state: 'waiting' | 'running' | 'done' | 'stopped'
  reason: string | null
  report: ColumnType<unknown, string | null, string | null>
}

export interface LdapDirectoryTable {
  directory_id: number
  url: string
  starts_tls: boolean
  /** PEM; '' = the authorities that the system trusts. */
  ca_certificate: string
  /** The account that searches; '' = nobody signs in before searching. */
  bind_dn: string
  /** Encrypted with the sealing key. */
  bind_password: Buffer | null
  base_dn: string
  user_filter: string
  id_attribute: string
  login_attribute: string
  name_attribute: string
  /** '' = the directory owns no e-mail addresses. */
  email_attribute: string
  departments_by: 'none' | 'ou' | 'attribute'
  /** For departments by ou; '' = base_dn. */
  department_base: string
  department_attribute: string
}

export type LdapDirectoryRow = Selectable<LdapDirectoryTable>
export type DirectoryRow = Selectable<DirectoryTable>
export type DirectoryRunRow = Selectable<DirectoryRunTable>
