import type { PolicyReach } from '@/contract/administration/policies'
import type { PolicyName } from '@/stores/administration/PolicyStore'

type Sections = 'links' | 'use' | 'watermark' | 'approval' | 'security' | 'retention' | 'space' | 'features'

/** How a setting is edited. `days` and `limit` are numbers; an optional one may be empty. */
type Kind = 'switch' | 'days' | 'limit' | 'characters' | 'bytes' | 'text' | 'access' | 'step' | 'leavers'

export interface PolicyField {
  name: PolicyName & FieldName
  kind: Kind
  isOptional?: boolean
  minimum?: number
  maximum?: number
  /** The switch that leaves this setting without effect while it is on. */
  overruledBy?: PolicyField['name']
  /** What the setting concerns now. */
  reach?: keyof PolicyReach
}

/** Settings with a row of their own. The appearance has a place of its own. */
export type FieldName = Exclude<PolicyName, 'name' | 'wording' | 'share_link_page_title' | 'is_h5_show_user_guide'>

const days = { kind: 'days', maximum: 3650 } as const
const limit = { kind: 'limit', isOptional: true, minimum: 1, maximum: 999_999 } as const

const NO_DOWNLOAD = 'is_share_link_download_disabled'

export const policySections: Record<Sections, readonly PolicyField[]> = {
  links: [
    { name: 'is_share_link_public_access_disabled', kind: 'switch', reach: 'public_links' },
    { name: 'is_share_force_passwd_switch', kind: 'switch', reach: 'links_without_password' },
    { name: 'is_share_shown_before_password', kind: 'switch' },
    { name: 'share_default_access', kind: 'access', overruledBy: 'is_share_link_public_access_disabled' },
    { name: 'share_default_expiring_days', ...days, isOptional: true, reach: 'links_without_expiry' },
    { name: 'default_expiring_interval_days', ...days },
    { name: 'share_with_colleagues_disallowed', kind: 'switch', reach: 'people' },
  ],
  use: [
    { name: 'is_share_link_download_disabled', kind: 'switch', reach: 'links_with_download' },
    { name: 'is_share_default_download_disabled', kind: 'switch', overruledBy: NO_DOWNLOAD },
    { name: 'hide_share_link_download', kind: 'switch' },
    { name: 'is_share_force_op_limit_switch', kind: 'switch', reach: 'open_links' },
    { name: 'share_max_preview_limit', ...limit },
    { name: 'share_max_download_limit', ...limit, overruledBy: NO_DOWNLOAD },
    { name: 'share_default_preview_limit', ...limit },
    { name: 'share_default_download_limit', ...limit, overruledBy: NO_DOWNLOAD },
    { name: 'is_share_forward_disabled', kind: 'switch' },
    { name: 'is_share_management', kind: 'switch' },
  ],
  watermark: [
    { name: 'is_share_force_watermark_switch', kind: 'switch', reach: 'open_links' },
    { name: 'share_default_watermark_content', kind: 'text' },
  ],
  approval: [
    { name: 'is_share_approval_required', kind: 'switch', reach: 'waiting_links' },
    { name: 'complaints', kind: 'switch', reach: 'open_links' },
  ],
  security: [
    { name: 'second_step_for', kind: 'step', reach: 'people_without_second_step' },
    { name: 'password_length', kind: 'characters', minimum: 8, maximum: 64 },
    { name: 'session_days', ...days, isOptional: true, minimum: 1, reach: 'people' },
  ],
  retention: [
    { name: 'trash_period_days', ...days, reach: 'items_in_trash' },
    { name: 'invitation_days', ...days, reach: 'open_invitations' },
    { name: 'links_of_leavers', kind: 'leavers' },
  ],
  space: [
    { name: 'user_quota_bytes', kind: 'bytes', isOptional: true, reach: 'people_over_quota' },
    { name: 'department_quota_bytes', kind: 'bytes', isOptional: true, reach: 'departments_over_quota' },
    { name: 'is_personal_space_closed', kind: 'switch', reach: 'people' },
  ],
  features: [
    { name: 'accepts_collabs_for_members', kind: 'switch', reach: 'open_invitations' },
    { name: 'virus_scan', kind: 'switch' },
    { name: 'data_leak_prevention', kind: 'switch' },
    { name: 'collaborative_document', kind: 'switch' },
    { name: 'wps_preview', kind: 'switch' },
  ],
}

export type PolicySection = keyof typeof policySections
export const policySectionNames = Object.keys(policySections) as PolicySection[]
