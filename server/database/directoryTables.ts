import type { ColumnType, Selectable } from 'kysely'
import type { DirectoryKind, OwnedField } from '@/contract/administration/directories'
import type { Defaulted, Identity } from './columns'

/** The tables of directories, as of migration 080. */
export interface DirectoryTables {
  directories: DirectoryTable
  directory_people: { user_id: number; directory_id: number; external_id: string; is_gone: Defaulted<boolean> }
  directory_departments: { department_id: number; directory_id: number; external_id: string; name: string }
  directory_runs: DirectoryRunTable
}

export interface DirectoryTable {
  id: Identity
  enterprise_id: number
  kind: DirectoryKind
  is_on: boolean
  /** People of the directory sign in with their password there. */
  signs_in: Defaulted<boolean>
  /** A sync links people without a directory who have the same login. */
  links_by_login: Defaulted<boolean>
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

export type DirectoryRow = Selectable<DirectoryTable>
export type DirectoryRunRow = Selectable<DirectoryRunTable>
