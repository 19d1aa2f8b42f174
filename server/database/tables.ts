import type { ColumnType, Insertable, Selectable, Updateable } from 'kysely'
import type { ActorKey } from '../actors/actorKey'
import type { PreviewReason } from '@/contract/errors'
import type { Role } from '@/contract/entities'
import type { MediaStatus, PreviewStatus } from '@/contract/previews/previews'
import type { AuditDetail, AuditEvent } from '@/contract/audit'
import type { LoggedAction } from '@/contract/session/actionLogs'
import type { FolderView, SortBy, SortDirection } from '@/contract/items/lists'
import type { AdministrationTables } from './administrationTables'
import type { SignOnTables } from './signOnTables'
import type { DirectoryTables } from './directoryTables'
import type { DocumentTables } from './documentTables'
import type { WeComTables } from './weComTables'
import type { EnterpriseTable, UserTable } from './accountTables'
import type { ApplicationTables } from './applicationTables'
import type { CollabTables } from './memberTables'
import type { CollectTables } from './fileRequestTables'
import type { CommentTables } from './commentTables'
import type { MessengerTables } from './messengerTables'
import type { PromotionTables } from './promotionTables'
import type { ShareTables } from './shareTables'
import type { Defaulted, Identity } from './columns'

/** The tables as of the last migration. Identifiers and byte counts are numbers, times are Date. */
export interface Database
  extends
    ShareTables,
    CollabTables,
    CollectTables,
    CommentTables,
    MessengerTables,
    PromotionTables,
    ApplicationTables,
    AdministrationTables,
    SignOnTables,
    DirectoryTables,
    DocumentTables,
    WeComTables {
  settings: { name: string; value: ColumnType<unknown, string, string> }
  enterprises: EnterpriseTable
  enterprise_logos: { key: string; enterprise_id: number; media_type: 'image/jpeg' | 'image/png'; body: Buffer }
  users: UserTable
  user_pictures: { key: string; user_id: number; media_type: 'image/jpeg' | 'image/png'; body: Buffer }
  sessions: SessionTable
  deactivated_sessions: DeactivatedSessionTable
  devices: { user_id: number; name: string; last_used_at: Defaulted<Date> }
  minute_counts: { name: string; key: string; minute: number; count: number; reserved: number }
  login_attempts: { subject: string; failures: number; blocked_until: Date; updated_at: Defaulted<Date> }
  departments: DepartmentTable
  department_members: { department_id: number; user_id: number; role: Defaulted<Role>; is_manager: Defaulted<boolean> }
  groups: {
    id: Identity
    enterprise_id: number
    name: string
    /** The department whose members, including those of departments below, form the group. A trigger creates such groups. */
    department_id: number | null
    description: Defaulted<string>
    /** Others than its members see it. */
    is_visible: Defaulted<boolean>
    admin_id: Defaulted<number | null>
    created_at: Defaulted<Date>
  }
  group_members: { group_id: number; user_id: number }
  bodies: BodyTable
  items: ItemTable
  /** Items with Chinese names. `sounds`: readings in Latin letters, as soundsOf; null = not computed yet. Triggers add and empty the rows. */
  item_sounds: { item_id: number; sounds: string | null }
  versions: VersionTable
  tags: { id: Identity; enterprise_id: number; name: string }
  item_tags: { item_id: number; tag_id: number; position: Defaulted<number> }
  favourites: { user_id: number; kind: FavouriteKind; target_id: number; name: string; created_at: Defaulted<Date> }
  recent_items: { user_id: number; item_id: number; used_at: Defaulted<Date> }
  /** `view`: the user's choice for a folder; null = none. */
  list_orders: {
    user_id: number
    place: string
    sort_by: SortBy
    sort_direction: SortDirection
    view: Defaulted<FolderView | null>
  }
  uploads: UploadTable
  packs: PackTable
  representations: RepresentationTable
  contents: ContentTable
  jobs: JobTable
  leases: { holder: string; expires_at: Date; programs: Defaulted<string[]> }
  messages: MessageTable
  action_log: ActionTable
  audit_log: AuditTable
}

export type FavouriteKind = 'file' | 'folder' | 'department' | 'external_enterprise'

export interface SessionTable {
  id: Identity
  /** SHA-256 of the token, which only the client knows. */
  token_hash: Buffer
  user_id: number
  kind: 'cookie' | 'token'
  created_at: Defaulted<Date>
  last_used_at: Defaulted<Date>
  second_step_at: Date | null
  /** The name of the device that opened the session; null for sessions older than device names. */
  device: string | null
  user_agent: Defaulted<string>
  /** The address of the last use, updated every few minutes. */
  address: Defaulted<string>
  /** Whether signing out also leads to the OpenID provider. */
  signs_out_at_provider: Defaulted<boolean>
}

/** The token of a session that ended because its account was deactivated. */
export interface DeactivatedSessionTable {
  token_hash: Buffer
  user_id: number
  ended_at: Date
}

export interface DepartmentTable {
  id: Identity
  enterprise_id: number
  parent_id: number | null
  name: string
  position: Defaulted<number>
  /** bytes; null = the enterprise's default */
  quota_bytes: number | null
  /** The manager who leads; null: the first manager does. */
  director_id: Defaulted<number | null>
  /** Colleagues do not see the phones of the members. */
  hides_phone: Defaulted<boolean>
  created_at: Defaulted<Date>
}

export interface BodyTable {
  id: Identity
  /** The key of the bytes in the storage. */
  key: string
  size: number
  /** SHA-1 of the bytes in hexadecimal digits; null: not computed yet, '': the storage lacks them */
  sha1: Defaulted<string | null>
  image_width: number | null
  image_height: number | null
  /** degrees clockwise to turn the picture upright */
  exif_rotation: Defaulted<number>
  /** The archive that the file was unpacked from, and the number of its entry; null for other files. */
  archive_id: Defaulted<number | null>
  entry: Defaulted<number | null>
  /** When the file was created or last changed, as reported by the phone. */
  original_date: Date | null
  created_at: Defaulted<Date>
}

export interface ItemTable {
  id: Identity
  /** null only for the root of a personal space and of a top department */
  parent_id: number | null
  is_folder: boolean
  name: string
  name_key: string
  /** What lists by name sort by; the database computes it. */
  name_order: ColumnType<string, never, never>
  extension: Defaulted<string>
  description: Defaulted<string>
  /** bytes of the current version; 0 for folders */
  size: Defaulted<number>
  current_version_id: number | null
  creator_id: number
  updater_id: number
  created_at: Defaulted<Date>
  /** When the content changed. */
  modified_at: Defaulted<Date>
  /** When anything changed, including the name. */
  changed_at: Defaulted<Date>
  personal_of: number | null
  department_id: number | null
  space_owner_id: number | null
  /** Maintained by a trigger on versions; only for roots. */
  used_bytes: ColumnType<number, never, number>
  /** Maintained by triggers. */
  child_count: ColumnType<number, never, never>
  folder_count: ColumnType<number, never, never>
  comment_count: ColumnType<number, never, never>
  is_encrypted: Defaulted<boolean>
  /** 1 = preview is not allowed */
  scope: Defaulted<number>
  /** 1 = waiting for the virus scan, or infected (decisions 3.17) */
  scanned: Defaulted<number>
  share_disabled_for: 'all' | 'members' | null
  lock_user_id: number | null
  lock_kind: number | null
  locked_at: Date | null
  deleted_at: Date | null
  deleted_by: number | null
  deleted_space_owner_id: number | null
  /** Hidden from the user who deleted it; the owner still sees it. */
  is_record_hidden: Defaulted<boolean>
  /** Whether the folder that the item was deleted from was purged. */
  is_parent_gone: Defaulted<boolean>
}

export interface VersionTable {
  id: Identity
  item_id: number
  number: number
  body_id: number
  name: string
  extension: Defaulted<string>
  size: number
  key: string
  remark: Defaulted<string>
  /** The finding of the virus scan about the bytes, as in ItemTable. Maintained by a trigger on items. */
  scanned: Defaulted<number>
  creator_id: number
  created_at: Defaulted<Date>
}

export interface UploadTable {
  /** Random, URL-safe. */
  id: string
  /** The uploader. */
  actor_key: ActorKey
  folder_id: number | null
  target_file_id: number | null
  name: string | null
  remark: Defaulted<string>
  /** declared bytes; 0 while they are unknown */
  size: number
  is_size_unknown: Defaulted<boolean>
  /** `receiving`: by one POST; `partial`: in parts. */
  state: Defaulted<'open' | 'receiving' | 'partial' | 'done' | 'failed'>
  item_id: number | null
  /** Key of the unfinished body; null again once a file owns the body. */
  part_key: Defaulted<string | null>
  /** acknowledged bytes */
  received: Defaulted<number>
  /** The root of the space that the upload is meant for. */
  space_id: Defaulted<number | null>
  /** When bytes last arrived; null before the first byte of parts. */
  active_at: Defaulted<Date | null>
  original_date: Date | null
  created_at: Defaulted<Date>
  expires_at: Date
}

/** The contents of an archive, until its address expires. */
export interface PackTable {
  /** Random, URL-safe. */
  id: string
  /** The downloader. */
  actor_key: ActorKey
  item_ids: number[]
  created_at: Defaulted<Date>
  expires_at: Date
}

export interface RepresentationTable {
  body_id: number
  /** image_64, image_128, image_1024, pdf … */
  kind: string
  status: PreviewStatus
  /** 0 to 1 */
  progress: Defaulted<number>
  reason: PreviewReason | null
  /** The key of the rendition in the storage. */
  body_key: string | null
  content_type: string | null
  size: number | null
  /** The progress of a video or sound; null for other kinds. */
  media_status: Defaulted<MediaStatus | null>
  /** The length of a video or sound. */
  milliseconds: Defaulted<number | null>
  /** The enterprise whose disk budget includes the rendition; null = none. */
  enterprise_id: Defaulted<number | null>
  /** Rounded to the hour. */
  used_at: Defaulted<Date>
  created_at: Defaulted<Date>
  updated_at: Defaulted<Date>
}

/** The text of a document, up to the limit of the search. */
export interface ContentTable {
  body_id: number
  text: string
  key: string
  marks: number[]
  /** Some pages have no text yet: their words may be recognised. */
  awaits_recognition: Defaulted<boolean>
  created_at: Defaulted<Date>
}

export interface JobTable {
  id: Identity
  kind: string
  payload: ColumnType<unknown, string, string>
  dedupe_key: string | null
  /** Who the job is charged to; null = the server. */
  enterprise_id: number | null
  actor_key: ActorKey | null
  state: Defaulted<'waiting' | 'running' | 'failed'>
  /** The lowest runs first. */
  priority: Defaulted<number>
  run_at: Defaulted<Date>
  attempts: Defaulted<number>
  max_attempts: Defaulted<number>
  locked_by: string | null
  locked_until: Date | null
  last_error: string | null
  /** The program without which a process cannot run the job; null = none is known. */
  program: Defaulted<string | null>
  created_at: Defaulted<Date>
  updated_at: Defaulted<Date>
}

export interface MessageTable {
  id: Identity
  user_id: number
  type: 'comment' | 'share_link' | 'share_link_notice' | 'collab' | 'collab_notice'
  object_typed_id: string | null
  item_name: Defaulted<string>
  sender_id: number | null
  unread_count: Defaulted<number>
  /** The contract's most_recent_message, without items. */
  most_recent: ColumnType<unknown, string | undefined, string>
  job_ticket: string | null
  /** The link that the message is about. */
  share_link_id: Defaulted<number | null>
  /** The collecting link that a reminder is about. */
  collect_link_id: Defaulted<number | null>
  /** The inviter; `collab_notices` are the message's parts. */
  collab_sender_id: Defaulted<number | null>
  /** The item whose comments the message lists. `comment_notices` are its parts; `unread_count` follows them. */
  comment_item_id: Defaulted<number | null>
  /** The request for access that the message lets its reader decide. */
  access_request_id: Defaulted<number | null>
  /** The folder whose rights changed, for a message about them. */
  about_item_id: Defaulted<number | null>
  /** Equal for a user's messages about the same thing; null: the message is an entry of its own. */
  thread: ColumnType<string | null, never, never>
  created_at: Defaulted<Date>
  modified_at: Defaulted<Date>
  /** Removed from the message centre; for a while the removal can be undone. */
  deleted_at: Date | null
}

export interface ActionTable {
  user_id: number
  /** Chosen by the client; a repeated report is stored once. */
  uuid: string
  action: LoggedAction
  typed_id: string | null
  additional_info: ColumnType<unknown, string | null, never>
  fail_reason: string | null
  created_at: Defaulted<Date>
}

export interface AuditTable {
  id: Identity
  at: Date
  deed: AuditEvent
  /** The enterprise of the acting user; null for the server's own actions. */
  enterprise_id: number | null
  item_enterprise_id: number | null
  user_id: number | null
  user_login: string
  user_name: string
  address: string
  item_id: number | null
  item_name: string | null
  detail: ColumnType<AuditDetail | null, string | null, never>
  /** The name that the person or group of `detail` had at the time; null for entries without one, and for entries older than this column. */
  subject_name: Defaulted<string | null>
  subject_enterprise_id: Defaulted<number | null>
}

export type ItemRow = Selectable<ItemTable>
export type NewItem = Insertable<ItemTable>
export type ItemChange = Updateable<ItemTable>
export type UserRow = Selectable<UserTable>
export type EnterpriseRow = Selectable<EnterpriseTable>
export type DepartmentRow = Selectable<DepartmentTable>
export type VersionRow = Selectable<VersionTable>
export type BodyRow = Selectable<BodyTable>
export type UploadRow = Selectable<UploadTable>
export type RepresentationRow = Selectable<RepresentationTable>
