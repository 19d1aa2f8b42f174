import type { Selectable } from 'kysely'
import type { FileRequestKind } from '@/domain/fileRequests/files'
import type { Defaulted, Identity } from './columns'

/** The tables of collecting links, as of migration 124. */
export interface CollectTables {
  collect_links: CollectLinkTable
  collect_people: CollectPersonTable
  collect_tokens: { hash: Buffer; person_id: number; created_at: Date }
  collect_files: CollectFileTable
}

export interface CollectLinkTable {
  id: Identity
  unique_name: string
  maker_id: number
  /** The maker's enterprise. */
  enterprise_id: number
  /** null: purged */
  folder_id: number | null
  title: string
  text: string
  /** null = never */
  due_at: Date | null
  /** empty = any */
  kinds: FileRequestKind[]
  is_listed_only: boolean
  closed_at: Defaulted<Date | null>
  /** Only an owner reopens the link then. */
  closed_by_administrator: Defaulted<boolean>
  created_at: Date
}

export interface CollectPersonTable {
  id: Identity
  link_id: number
  name: string
  name_key: string
  user_id: number | null
  is_listed: boolean
  claimed_at: Defaulted<Date | null>
  opened_at: Defaulted<Date | null>
  reminded_at: Defaulted<Date | null>
  network: Defaulted<string | null>
}

export interface CollectFileTable {
  id: Identity
  link_id: number
  person_id: number
  item_id: number
  name: string
  name_key: string
  /** bytes */
  size: number
  at: Date
  /** When the contributor took the file back last; the file has since been deleted in another way if its `deleted_at` differs. */
  taken_back_at: Defaulted<Date | null>
}

export type CollectLinkRow = Selectable<CollectLinkTable>
export type CollectPersonRow = Selectable<CollectPersonTable>
export type CollectFileRow = Selectable<CollectFileTable>
