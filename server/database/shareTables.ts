import type { ColumnType, Selectable } from 'kysely'
import type { SharePolicy } from '@/contract/shares/policy'
import type { ReportReason } from '@/contract/shares/reports'
import type { ShareAccess, ShareVisit } from '@/contract/shares/shares'

/** A column that the database fills when an insert leaves it out. */
type Defaulted<T> = ColumnType<T, T | undefined, T>
type Identity = ColumnType<number, never, never>

/** The tables of share links, as migration 050 leaves them. */
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
    /** Counts for somebody who signed in since, too; nobody else goes on with it. */
    is_continued: Defaulted<boolean>
  }
  share_saves: ShareSaveTable
  share_reports: ShareReportTable
  share_groups: ShareGroupTable
  share_group_people: { group_id: number; person_key: string; last_at: Date }
}

/** What a visitor does that is counted. */
export type UseKind = ShareVisit['kind']

/** What an enterprise decides; whether colleagues may be let in depends on the item. */
export type EnterprisePolicy = Omit<SharePolicy, 'is_share_company_allowed'>

export type SharePolicyTable = { enterprise_id: number } & {
  [K in keyof EnterprisePolicy]: Defaulted<EnterprisePolicy[K]>
}

export interface ShareLinkTable {
  id: Identity
  unique_name: string
  serial_number: string
  maker_id: number
  /** Of its maker. */
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
  /** When its maker closed it. */
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
  /** Of the address: what one subscriber has. */
  network: Defaulted<string | null>
}

export type ShareLinkRow = Selectable<ShareLinkTable>

/** What somebody saved of a link last. */
export interface ShareSaveTable {
  link_id: number
  user_id: number
  /** null: it was purged */
  folder_id: number | null
  /** false while a job copies */
  is_done: boolean
  saved_at: Date
  /** When their mini-program took it among what they keep; null: never */
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
  /** The network from where it came; null again after some weeks. */
  network: string | null
}

/** A group of WeChat in which a link was opened; which one it is, is a hash. */
export interface ShareGroupTable {
  id: Identity
  link_id: number
  group_key: string
  /** The first of a link is 1. */
  number: number
  people_count: Defaulted<number>
  visit_count: Defaulted<number>
  last_at: Date
}
