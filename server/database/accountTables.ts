import type { ColumnType } from 'kysely'
import type { AdministratorRole } from '@/contract/administration/role'
import type { EnterpriseInfo, Language, Wording } from '@/contract/entities'
import type { Defaulted, Identity } from './columns'

export interface EnterpriseTable {
  id: Identity
  name: string
  is_personal: Defaulted<boolean>
  wording: Defaulted<Wording>
  /** The administrator who owns the folders of departments. */
  owner_id: number | null
  expires_at: Date | null
  force_two_step: Defaulted<boolean>
  is_personal_space_closed: Defaulted<boolean>
  share_with_colleagues_disallowed: Defaulted<boolean>
  /** days; 0 = never */
  default_expiring_interval_days: Defaulted<number>
  is_from_wechat_enterprise: Defaulted<boolean>
  wechat_type: EnterpriseInfo['wechat_type']
  logo_key: string | null
  logo_dark_key: string | null
  share_link_page_title: Defaulted<string>
  /** The origin that opens the enterprise's links instead. Ignored unless SHARE_DOMAINS lists it. */
  share_domain: Defaulted<string | null>
  is_professional_plan: Defaulted<boolean>
  accepts_collabs_for_members: Defaulted<boolean>
  /** days after which an invitation expires; 0 = never */
  invitation_days: Defaulted<number>
  collaborative_document: Defaulted<boolean>
  wps_preview: Defaulted<boolean>
  virus_scan: Defaulted<boolean>
  hide_share_link_download: Defaulted<boolean>
  data_leak_prevention: Defaulted<boolean>
  complaints: Defaulted<boolean>
  file_manager: Defaulted<boolean>
  is_h5_show_user_guide: Defaulted<boolean>
  trash_period_days: Defaulted<number>
  /** bytes of a member's own space; null = unlimited */
  user_quota_bytes: number | null
  /** bytes of a department's space without the departments below it; null = unlimited */
  department_quota_bytes: number | null
  language: Defaulted<Language>
  /** Administrators need the second step, whatever `force_two_step` says. */
  administrators_two_step: Defaulted<boolean>
  /** characters of a new password */
  password_length: Defaulted<number>
  /** days after which a session ends; null: as the server is configured */
  session_days: Defaulted<number | null>
  links_of_leavers: Defaulted<'keep' | 'close'>
  created_at: Defaulted<Date>
}

export interface UserTable {
  id: Identity
  enterprise_id: number
  /** Unique without regard to case. */
  login: string
  name: string
  /** argon2id; null = cannot sign in with a password */
  password_hash: string | null
  /** null: no administrator */
  administrator_role: Defaulted<AdministratorRole | null>
  is_active: Defaulted<boolean>
  /** In lower case; '' = none. */
  email: Defaulted<string>
  /** Digits, with a plus sign before a country's number; '' = none. */
  phone: Defaulted<string>
  /** Colleagues do not see the phone. */
  hides_phone: Defaulted<boolean>
  /** Downloads nothing, whatever the role on an item. */
  downloads_nothing: Defaulted<boolean>
  deactivated_at: Defaulted<Date | null>
  /** Set only for inactive accounts, which can be restored until the trash period ends. */
  removed_at: Defaulted<Date | null>
  last_sign_in_at: Defaulted<Date | null>
  /** Whether the links of an inactive maker still open. */
  keeps_links: Defaulted<boolean>
  is_demo: Defaulted<boolean>
  /** bytes; null = the enterprise's default */
  quota_bytes: number | null
  /** base32; null until first requested */
  totp_secret: string | null
  totp_enrolled_at: Date | null
  totp_last_step: number | null
  /** false = off (decisions 59) */
  user_guide_h5_sync: Defaulted<boolean>
  user_guide_h5_upload: Defaulted<boolean>
  user_guide_h5_logout: Defaulted<boolean>
  /** The key of the current picture; null = none */
  picture_key: string | null
  /** Name and login in the form that search compares; maintained by the database. */
  search_text: ColumnType<string, never, never>
  /** The name as lists sort it; maintained by the database. */
  name_order: ColumnType<string, never, never>
  /** As sounds of item_sounds; null = not computed yet. A trigger empties it with each new name. */
  sounds: Defaulted<string | null>
  created_at: Defaulted<Date>
}
