import type { EnterpriseInfo, Item } from '@/contract/entities'
import type { SharePolicy } from '@/contract/shares/policy'
import type { ShareAccess, ShareLink } from '@/contract/shares/shares'
import { NEVER_EXPIRES } from '@/domain/limits'
import { countOnTurningOn } from './counts'
import { endOfDayAfter, type ZoneAt } from './expiry'
import { generatePassword } from './code'

/** The settings that the maker of a link chooses. A count is null while its switch is off or its field is empty. */
export type ShareSettings = Pick<
  ShareLink,
  | 'access'
  | 'description'
  | 'due_time'
  | 'disable_download'
  | 'disable_forward'
  | 'password_protected'
  | 'password'
  | 'is_preview_limit'
  | 'preview_limit'
  | 'is_download_limit_v2'
  | 'download_limit_v2'
  | 'is_watermark_customize_content'
  | 'watermark_customize_content'
  | 'is_watermark_visitor'
  | 'is_first_visit_told'
>

export type ShareMode = 'link' | 'colleagues'

/** The facts about the sharer's enterprise that the rules need. */
export type ShareEnterprise = Pick<
  EnterpriseInfo,
  | 'is_personal_user_enterprise'
  | 'share_with_colleagues_disallowed'
  | 'default_expiring_interval_days'
  | 'is_professional_plan'
>

interface Start {
  mode: ShareMode
  policy: SharePolicy
  enterprise: ShareEnterprise
  /** Whether the sharer may download the item. A visitor may never do more than the sharer (decisions 67). */
  isDownloadable: boolean
  /** seconds */
  now: number
  zoneAt: ZoneAt
  /** Like `Math.random`. */
  random: () => number
}

/** The policy without any decision of the organisation; it still requires a password (decisions 4.1). */
const openPolicy: SharePolicy = {
  is_share_link_public_access_disabled: false,
  is_share_link_download_disabled: false,
  is_share_force_passwd_switch: true,
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
  is_share_company_allowed: false,
}

/** The policy that an item carries (decisions 3.13); items of a list carry none. */
export function policyOf(item: Partial<SharePolicy>): SharePolicy {
  const policy = { ...openPolicy }
  for (const field of Object.keys(openPolicy) as (keyof SharePolicy)[]) {
    if (item[field] !== undefined) Object.assign(policy, { [field]: item[field] })
  }
  return policy
}

/** The settings of a new link unless the user changes them (2§4, SHARE-13). */
export function defaultSettings({
  mode,
  policy,
  enterprise,
  isDownloadable,
  now,
  zoneAt,
  random,
}: Start): ShareSettings {
  const isPreviewOnly =
    policy.is_share_link_download_disabled || policy.is_share_default_download_disabled || !isDownloadable
  const areLimitsForced = policy.is_share_force_op_limit_switch
  const isPreviewLimited = areLimitsForced || policy.share_default_preview_limit !== null
  const isDownloadLimited = !isPreviewOnly && (areLimitsForced || policy.share_default_download_limit !== null)
  const watermark = policy.share_default_watermark_content
  return {
    access: mode === 'colleagues' ? 'collaborators' : defaultAccess(policy, enterprise),
    description: '',
    due_time: defaultDueTime(policy, enterprise, now, zoneAt),
    disable_download: isPreviewOnly,
    disable_forward: policy.is_share_forward_disabled,
    password_protected: policy.is_share_force_passwd_switch,
    password: policy.is_share_force_passwd_switch ? generatePassword(random) : '',
    is_preview_limit: isPreviewLimited,
    preview_limit: isPreviewLimited ? countOnTurningOn('preview', policy, null) : null,
    is_download_limit_v2: isDownloadLimited,
    download_limit_v2: isDownloadLimited ? countOnTurningOn('download', policy, null) : null,
    is_watermark_customize_content: watermark !== '',
    watermark_customize_content: watermark,
    is_watermark_visitor: policy.is_share_force_watermark_switch,
    is_first_visit_told: true,
  }
}

/** Switches preview-only on or off. It switches a download limit off, unless limits are forced (SHARE-05). */
export function withPreviewOnly(settings: ShareSettings, isPreviewOnly: boolean, policy: SharePolicy): ShareSettings {
  const areForced = policy.is_share_force_op_limit_switch
  return withDownloadLimit(
    { ...settings, disable_download: isPreviewOnly },
    areForced || (!isPreviewOnly && settings.is_download_limit_v2),
    policy,
  )
}

/** Switches the preview limit on or off. @param earlier the count before it was switched off */
export function withPreviewLimit(
  settings: ShareSettings,
  isLimited: boolean,
  policy: SharePolicy,
  earlier: number | null = null,
): ShareSettings {
  const count = settings.preview_limit ?? countOnTurningOn('preview', policy, earlier)
  return { ...settings, is_preview_limit: isLimited, preview_limit: isLimited ? count : null }
}

/** Switches the download limit on or off. */
export function withDownloadLimit(
  settings: ShareSettings,
  isLimited: boolean,
  policy: SharePolicy,
  earlier: number | null = null,
): ShareSettings {
  const count = settings.download_limit_v2 ?? countOnTurningOn('download', policy, earlier)
  return { ...settings, is_download_limit_v2: isLimited, download_limit_v2: isLimited ? count : null }
}

/** Whether the access "colleagues with an account" is available (1§5). */
export function isCompanyAllowed(policy: SharePolicy, enterprise: ShareEnterprise): boolean {
  return policy.is_share_company_allowed && hasColleagues(enterprise)
}

export function hasColleagues(
  enterprise: Pick<EnterpriseInfo, 'is_personal_user_enterprise' | 'share_with_colleagues_disallowed'>,
): boolean {
  return !enterprise.is_personal_user_enterprise && !enterprise.share_with_colleagues_disallowed
}

/** Online documents have no versions to pin (2§5). */
export function hasVersionChoice(item: Pick<Item, 'type' | 'extension'>, enterprise: ShareEnterprise): boolean {
  return enterprise.is_professional_plan && item.type === 'file' && !['ydoc', 'yxls'].includes(item.extension)
}

function defaultAccess(policy: SharePolicy, enterprise: ShareEnterprise): ShareAccess {
  if (policy.is_share_link_public_access_disabled) return 'company'
  return policy.share_default_access === 'company' && isCompanyAllowed(policy, enterprise) ? 'company' : 'public'
}

function defaultDueTime(policy: SharePolicy, enterprise: ShareEnterprise, now: number, zoneAt: ZoneAt): number {
  const days = policy.share_default_expiring_days ?? enterprise.default_expiring_interval_days
  return days > 0 ? endOfDayAfter(days, now, zoneAt) : NEVER_EXPIRES
}
