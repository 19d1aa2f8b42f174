import type { EnterpriseInfo } from '@/contract/entities'
import type { SharePolicy } from '@/contract/shares/policy'
import type { ErrorCode } from '@/contract/errors'
import type { ShareSettings } from '@/domain/shares/settings'
import type { ShareField, ShareFault } from '@/domain/shares/validate'

/** Seconds: 2026-11-25 00:00 UTC. */
export const now = 1_795_564_800

/** The policy of an enterprise that has decided only that links need no password. */
export const freePolicy: SharePolicy = {
  is_share_link_public_access_disabled: false,
  is_share_link_download_disabled: false,
  is_share_force_passwd_switch: false,
  is_share_force_op_limit_switch: false,
  share_max_preview_limit: null,
  share_max_download_limit: null,
  share_default_preview_limit: null,
  share_default_download_limit: null,
  is_share_management: false,
  share_default_access: 'public',
  is_share_default_download_disabled: false,
  share_default_expiring_days: null,
  is_share_force_watermark_switch: false,
  share_default_watermark_content: '',
  is_share_forward_disabled: false,
  is_share_approval_required: false,
  is_share_shown_before_password: false,
  is_share_company_allowed: true,
}

export const company: Pick<
  EnterpriseInfo,
  | 'is_personal_user_enterprise'
  | 'share_with_colleagues_disallowed'
  | 'default_expiring_interval_days'
  | 'is_professional_plan'
> = {
  is_personal_user_enterprise: false,
  share_with_colleagues_disallowed: false,
  default_expiring_interval_days: 0,
  is_professional_plan: true,
}

/** Settings of a link without limits, which `freePolicy` allows. */
export const openSettings: ShareSettings = {
  access: 'public',
  description: '',
  due_time: 0,
  disable_download: false,
  disable_forward: false,
  password_protected: false,
  password: '',
  is_preview_limit: false,
  preview_limit: null,
  is_download_limit_v2: false,
  download_limit_v2: null,
  is_watermark_customize_content: false,
  watermark_customize_content: '',
  is_watermark_visitor: false,
  is_first_visit_told: true,
}

export interface ShareRow {
  /** The specification's sentence. */
  sentence: string
  /** Settings that differ from `openSettings`. */
  settings?: Partial<ShareSettings>
  policy?: Partial<SharePolicy>
  enterprise?: Partial<typeof company>
  /** Number of receivers; absent for a link. */
  receivers?: number
  /** Seconds from now until the link ends; added to the present time. */
  endsIn?: number
  /** null: the link can be created. */
  fault: null | { field: ShareField; code: ShareFault }
  /** The code when the server's schema refuses the settings before the rules do. */
  schema?: ErrorCode
  /** The settings that the server stores, if it changes some. */
  kept?: Partial<ShareSettings>
}

const long = (length: number) => '文'.repeat(length)
/** Each character is two code units and one code point. */
const wide = (length: number) => '𠮷'.repeat(length)

const refused = (field: ShareField, code: ShareFault) => ({ field, code })

/** Every validation of 1§5 about a link, tested on the pure rules and posted without client checks (decisions 55). */
export const shareTable: readonly ShareRow[] = [
  { sentence: 'a public link without a limit is valid', fault: null },

  {
    sentence: 'public access is disabled when the item disallows public links',
    policy: { is_share_link_public_access_disabled: true },
    fault: refused('access', 'share_public_disabled'),
  },
  {
    sentence: 'company access remains where public access is disabled',
    settings: { access: 'company' },
    policy: { is_share_link_public_access_disabled: true },
    fault: null,
  },
  {
    sentence: 'company access is only offered to non-personal accounts',
    settings: { access: 'company' },
    enterprise: { is_personal_user_enterprise: true },
    fault: refused('access', 'share_company_disabled'),
  },
  {
    sentence: 'company access is enabled only if the owner is in the same enterprise',
    settings: { access: 'company' },
    policy: { is_share_company_allowed: false },
    fault: refused('access', 'share_company_disabled'),
  },
  {
    sentence: 'company access is enabled only if colleague sharing is allowed',
    settings: { access: 'company' },
    enterprise: { share_with_colleagues_disallowed: true },
    fault: refused('access', 'share_company_disabled'),
  },

  {
    sentence: 'at least one colleague must be added when sharing to colleagues',
    settings: { access: 'collaborators' },
    receivers: 0,
    fault: refused('receivers', 'share_receivers_missing'),
  },
  {
    sentence: 'only sharing with colleagues can have the access collaborators',
    settings: { access: 'collaborators' },
    fault: refused('receivers', 'share_receivers_missing'),
  },
  {
    sentence: 'one colleague is enough',
    settings: { access: 'collaborators' },
    receivers: 1,
    fault: null,
  },
  {
    sentence: 'a personal account has no colleagues',
    settings: { access: 'collaborators' },
    receivers: 1,
    enterprise: { is_personal_user_enterprise: true },
    fault: refused('access', 'share_colleagues_disabled'),
  },
  {
    sentence: 'colleagues cannot be added where colleague sharing is disallowed',
    settings: { access: 'collaborators' },
    receivers: 1,
    enterprise: { share_with_colleagues_disallowed: true },
    fault: refused('access', 'share_colleagues_disabled'),
  },
  {
    sentence: 'colleagues cannot be added to a public link where colleague sharing is disallowed',
    receivers: 1,
    enterprise: { share_with_colleagues_disallowed: true },
    fault: refused('receivers', 'share_colleagues_disabled'),
  },

  {
    sentence: 'downloads cannot be allowed when the enterprise disables them',
    policy: { is_share_link_download_disabled: true },
    fault: refused('disable_download', 'share_download_disabled'),
  },
  {
    sentence: 'a link is for previews where downloads are disabled',
    settings: { disable_download: true },
    policy: { is_share_link_download_disabled: true },
    fault: null,
  },
  {
    sentence: 'passing on cannot be allowed when the enterprise disables it',
    policy: { is_share_forward_disabled: true },
    fault: refused('disable_forward', 'share_forward_disabled'),
  },

  {
    sentence: 'all share links need a password when is_share_force_passwd_switch is set',
    policy: { is_share_force_passwd_switch: true },
    fault: refused('password', 'share_password_required'),
  },
  {
    sentence: 'a password of blanks counts as missing',
    settings: { password_protected: true, password: '   ' },
    policy: { is_share_force_passwd_switch: true },
    fault: refused('password', 'share_password_required'),
  },
  {
    sentence: 'a protected link has a password, whatever the policy',
    settings: { password_protected: true, password: '' },
    fault: refused('password', 'share_password_required'),
  },
  {
    sentence: 'a password of an unprotected link counts as missing',
    settings: { password_protected: false, password: 'k7m3' },
    policy: { is_share_force_passwd_switch: true },
    fault: refused('password', 'share_password_required'),
  },
  {
    sentence: 'an empty password is allowed where the switch is off',
    settings: { password_protected: false, password: '' },
    fault: null,
  },
  {
    sentence: 'a password has up to 32 characters',
    settings: { password_protected: true, password: wide(32) },
    fault: null,
  },
  {
    sentence: 'a password of 33 characters is too long',
    settings: { password_protected: true, password: long(33) },
    fault: refused('password', 'share_password_too_long'),
  },
  {
    sentence: 'a password without its switch is dropped',
    settings: { password_protected: false, password: 'k7m3' },
    fault: null,
    kept: { password: '' },
  },

  {
    sentence: 'a preview limit is required when its switch is on',
    settings: { is_preview_limit: true, preview_limit: null },
    fault: refused('preview_limit', 'share_limit_too_small'),
  },
  {
    sentence: 'a preview limit is greater than 0',
    settings: { is_preview_limit: true, preview_limit: 0 },
    fault: refused('preview_limit', 'share_limit_too_small'),
  },
  {
    sentence: 'a preview limit is not below 0',
    settings: { is_preview_limit: true, preview_limit: -1 },
    fault: refused('preview_limit', 'share_limit_too_small'),
  },
  {
    sentence: 'a preview limit is an integer',
    settings: { is_preview_limit: true, preview_limit: 1.5 },
    fault: refused('preview_limit', 'share_limit_too_small'),
    schema: 'invalid_request',
  },
  {
    sentence: 'a preview limit of 1 is one',
    settings: { is_preview_limit: true, preview_limit: 1 },
    fault: null,
  },
  {
    sentence: 'a preview limit has at most 6 digits',
    settings: { is_preview_limit: true, preview_limit: 999_999 },
    fault: null,
  },
  {
    sentence: 'a preview limit above the maximum of the item is clamped to it',
    settings: { is_preview_limit: true, preview_limit: 101 },
    policy: { share_max_preview_limit: 100 },
    fault: null,
    kept: { preview_limit: 100 },
  },
  {
    sentence: 'a preview limit is required where limits are forced',
    policy: { is_share_force_op_limit_switch: true },
    settings: { is_download_limit_v2: true, download_limit_v2: 5 },
    fault: refused('preview_limit', 'share_limit_required'),
  },
  {
    sentence: 'a download limit is required when its switch is on',
    settings: { is_download_limit_v2: true, download_limit_v2: null },
    fault: refused('download_limit_v2', 'share_limit_too_small'),
  },
  {
    sentence: 'a download limit is greater than 0',
    settings: { is_download_limit_v2: true, download_limit_v2: 0 },
    fault: refused('download_limit_v2', 'share_limit_too_small'),
  },
  {
    sentence: 'a download limit above the maximum of the item is clamped to it',
    settings: { is_download_limit_v2: true, download_limit_v2: 999_999 },
    policy: { share_max_download_limit: 5 },
    fault: null,
    kept: { download_limit_v2: 5 },
  },
  {
    sentence: 'a download limit is required where limits are forced and downloads allowed',
    settings: { is_preview_limit: true, preview_limit: 5 },
    policy: { is_share_force_op_limit_switch: true },
    fault: refused('download_limit_v2', 'share_limit_required'),
  },
  {
    sentence: 'where limits are forced a link for previews only needs no download limit',
    settings: { is_preview_limit: true, preview_limit: 5, disable_download: true },
    policy: { is_share_force_op_limit_switch: true },
    fault: null,
  },
  {
    sentence: 'choosing preview-only turns the download limit off',
    settings: { disable_download: true, is_download_limit_v2: true, download_limit_v2: 5 },
    fault: null,
    kept: { is_download_limit_v2: false, download_limit_v2: null },
  },
  {
    sentence: 'choosing preview-only leaves the download limit where limits are forced',
    settings: {
      disable_download: true,
      is_preview_limit: true,
      preview_limit: 5,
      is_download_limit_v2: true,
      download_limit_v2: 5,
    },
    policy: { is_share_force_op_limit_switch: true },
    fault: null,
  },

  {
    sentence: 'a custom watermark has up to 32 characters',
    settings: { is_watermark_customize_content: true, watermark_customize_content: wide(32) },
    fault: null,
  },
  {
    sentence: 'a custom watermark has no 33 characters',
    settings: { is_watermark_customize_content: true, watermark_customize_content: long(33) },
    fault: refused('watermark_customize_content', 'share_watermark_too_long'),
  },
  {
    sentence: 'a custom watermark says something',
    settings: { is_watermark_customize_content: true, watermark_customize_content: ' ' },
    fault: refused('watermark_customize_content', 'share_watermark_required'),
  },
  {
    sentence: 'the watermark with the name of the visitor stays where the enterprise demands it',
    policy: { is_share_force_watermark_switch: true },
    fault: refused('is_watermark_visitor', 'share_visitor_watermark_required'),
  },
  {
    sentence: 'a watermark with the name of the visitor meets the demand',
    settings: { is_watermark_visitor: true },
    policy: { is_share_force_watermark_switch: true },
    fault: null,
  },

  { sentence: 'a message has up to 500 characters', settings: { description: wide(500) }, fault: null },
  {
    sentence: 'a message has no 501 characters',
    settings: { description: long(501) },
    fault: refused('description', 'share_message_too_long'),
  },

  { sentence: 'an expiry lies ahead', endsIn: 86_400, fault: null },
  { sentence: 'a due time of 0 is never', settings: { due_time: 0 }, fault: null },
  { sentence: 'expiry cannot be in the past', endsIn: -1, fault: refused('due_time', 'share_expiry_past') },
]

/** The settings of a row at the time `at`, seconds. */
export function settingsOfRow(row: ShareRow, at: number): ShareSettings {
  return { ...openSettings, ...(row.endsIn !== undefined && { due_time: at + row.endsIn }), ...row.settings }
}
