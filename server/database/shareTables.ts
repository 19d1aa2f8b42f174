import type { Selectable } from 'kysely'
import type { SharePolicy } from '@/contract/shares/policy'
import type { ReportReason } from '@/contract/shares/reports'
import type { ShareAccess, ShareVisit } from '@/contract/shares/shares'
import type { Defaulted, Identity } from './columns'

/** The tables of share links, as of migration 118. */
export interface ShareTables {
  share_policies: SharePolicyTable
  share_links: ShareLinkTable
  share_link_items: {
    link_id: number
    position: number
    item_id: number | null
    is_folder: boolean
    name: string
    extension: string
    size: number
    pinned_version_id: number | null
  }
  share_link_receivers: { link_id: number; user_id: number | null; group_id: number | null }
  share_visits: ShareVisitTable
  share_uses: {
    link_id: number
    kind: UseKind
    visitor: string
    item_id: Defaulted<number>
    version_id: Defaulted<number>
    until: Date
    /** Also counts after the same visitor signs in; nobody else may continue it. */
    is_continued: Defaulted<boolean>
  }
  share_saves: ShareSaveTable
  share_reports: ShareReportTable
  share_groups: ShareGroupTable
  share_group_people: { group_id: number; person_key: string; last_at: Date }
}

/** The counted kinds of use by a visitor. */
export type UseKind = ShareVisit['kind']

export type SharePolicyTable = { enterprise_id: number } & {
  [K in Exclude<keyof SharePolicy, 'is_share_company_allowed'>]: Defaulted<SharePolicy[K]>
}

export interface ShareLinkTable {
  id: Identity
  unique_name: string
  serial_number: string
  maker_id: number
  /** The maker's enterprise. */
  enterprise_id: number
  access: ShareAccess
  description: string
  /** null = never */
  due_at: Date | null
  disable_download: boolean
  disable_forward: boolean
  password_hash: string | null
  password_sealed: Buffer | null
  password_version: Defaulted<number>
  /** null = any number */
  preview_limit: number | null
  download_limit: number | null
  /** '' = none */
  watermark_content: string
  is_watermark_visitor: boolean
  is_first_visit_told: boolean
  /** 1 waiting, 2 open, 3 refused (decisions 4.15) */
  approval_state: Defaulted<number>
  approver_id: Defaulted<number | null>
  /** When the maker closed the link. */
  closed_at: Defaulted<Date | null>
  closed_by_administrator_at: Defaulted<Date | null>
  visit_count: Defaulted<number>
  visitor_count: Defaulted<number>
  preview_count: Defaulted<number>
  download_count: Defaulted<number>
  visit_told_at: Defaulted<Date | null>
  limit_told_at: Defaulted<Date | null>
  expiry_told_at: Defaulted<Date | null>
  created_at: Date
  /** When the maker last changed the settings; null: never. */
  changed_at: Defaulted<Date | null>
}

export interface ShareVisitTable {
  id: Identity
  link_id: number
  at: Date
  kind: UseKind
  visitor: string
  user_id: number | null
  item_id: number | null
  item_name: string
  device: ShareVisit['device']
  address: string | null
  /** The subscriber's network of the address. */
  network: Defaulted<string | null>
}

export type ShareLinkRow = Selectable<ShareLinkTable>

/** The last save from a link by a user. */
export interface ShareSaveTable {
  link_id: number
  user_id: number
  /** null: it was purged */
  folder_id: number | null
  /** false while a job copies */
  is_done: boolean
  saved_at: Date
  /** When the user's mini-program added the save to its kept files; null: never */
  kept_at: Defaulted<Date | null>
}

export interface ShareReportTable {
  id: Identity
  link_id: number
  at: Date
  reason: ReportReason
  text: string
  contact: string
  user_id: number | null
  /** The sender's network; reset to null after some weeks. */
  network: string | null
}

/** A WeChat group in which a link was opened, known only by a hash. */
export interface ShareGroupTable {
  id: Identity
  link_id: number
  group_key: string
  /** Counts the groups of a link from 1. */
  number: number
  people_count: Defaulted<number>
  visit_count: Defaulted<number>
  last_at: Date
}
