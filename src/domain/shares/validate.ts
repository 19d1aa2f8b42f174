import type { SharePolicy } from '@/contract/shares/policy'
import type { ErrorCode } from '@/contract/errors'
import { NEVER_EXPIRES, SHARE_MESSAGE_MAX_LENGTH, WATERMARK_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import { isCountTooSmall, maxCount } from './counts'
import { isPasswordEmpty, isPasswordTooLong, trimPassword } from './password'
import { hasColleagues, isCompanyAllowed, type ShareEnterprise, type ShareSettings } from './settings'

export type ShareField = keyof ShareSettings | 'receivers'

export type ShareFault = Extract<
  ErrorCode,
  | 'share_public_disabled'
  | 'share_company_disabled'
  | 'share_colleagues_disabled'
  | 'share_download_disabled'
  | 'share_forward_disabled'
  | 'share_password_required'
  | 'share_password_too_long'
  | 'share_limit_required'
  | 'share_limit_too_small'
  | 'share_watermark_too_long'
  | 'share_watermark_required'
  | 'share_visitor_watermark_required'
  | 'share_message_too_long'
  | 'share_expiry_past'
  | 'share_receivers_missing'
>

export interface ShareFieldFault {
  field: ShareField
  code: ShareFault
}

export interface ShareFacts {
  enterprise: ShareEnterprise
  /** The number of receiving people and groups; null for a link without named receivers. */
  receivers: number | null
  /** An empty password keeps the present one, which is no longer readable. */
  isPasswordKept?: boolean
  /** Characters of a password, if not as many as usual. */
  longestPassword?: number
  /** seconds */
  now: number
}

type Answer = ShareFault | false

/**
 * All faults in a link's settings, at most one per field (1§5); empty: the link can be created. A count above its maximum is no fault:
 * `settleSettings` clamps it (decisions 55).
 */
export function checkSettings(settings: ShareSettings, policy: SharePolicy, facts: ShareFacts): ShareFieldFault[] {
  const faults: ShareFieldFault[] = []
  const check = (field: ShareField, code: Answer) => code && faults.push({ field, code })
  check('access', accessFault(settings, policy, facts.enterprise))
  check('receivers', receiversFault(settings, facts))
  check(
    'disable_download',
    !settings.disable_download && policy.is_share_link_download_disabled && 'share_download_disabled',
  )
  check('disable_forward', !settings.disable_forward && policy.is_share_forward_disabled && 'share_forward_disabled')
  check('password', passwordFault(settings, policy, facts))
  check('due_time', isPast(settings.due_time, facts.now) && 'share_expiry_past')
  check('preview_limit', limitFault(settings.is_preview_limit, settings.preview_limit, policy))
  check('download_limit_v2', downloadLimitFault(settings, policy))
  check('watermark_customize_content', watermarkFault(settings))
  check(
    'is_watermark_visitor',
    !settings.is_watermark_visitor && policy.is_share_force_watermark_switch && 'share_visitor_watermark_required',
  )
  check('description', codePointLength(settings.description) > SHARE_MESSAGE_MAX_LENGTH && 'share_message_too_long')
  return faults
}

/**
 * The settings as stored: counts within their maximum, and nothing for what is switched off. Expects settings without a fault; foreign clients
 * may send them unsettled.
 */
export function settleSettings(settings: ShareSettings, policy: SharePolicy): ShareSettings {
  const isDownloadLimited =
    settings.is_download_limit_v2 && (!settings.disable_download || policy.is_share_force_op_limit_switch)
  const isCustomized = settings.is_watermark_customize_content
  return {
    ...settings,
    password: settings.password_protected ? trimPassword(settings.password) : '',
    preview_limit: settings.is_preview_limit ? clamp(settings.preview_limit, maxCount('preview', policy)) : null,
    is_download_limit_v2: isDownloadLimited,
    download_limit_v2: isDownloadLimited ? clamp(settings.download_limit_v2, maxCount('download', policy)) : null,
    watermark_customize_content: isCustomized ? settings.watermark_customize_content.trim() : '',
  }
}

function clamp(count: number | null, max: number): number | null {
  return count === null ? null : Math.min(count, max)
}

function accessFault({ access }: ShareSettings, policy: SharePolicy, enterprise: ShareEnterprise): Answer {
  switch (access) {
    case 'public':
      return policy.is_share_link_public_access_disabled && 'share_public_disabled'
    case 'company':
      return !isCompanyAllowed(policy, enterprise) && 'share_company_disabled'
    case 'collaborators':
      return !hasColleagues(enterprise) && 'share_colleagues_disabled'
  }
}

function receiversFault({ access }: ShareSettings, { receivers, enterprise }: ShareFacts): Answer {
  if (receivers !== null && receivers > 0) {
    return access !== 'collaborators' && !hasColleagues(enterprise) && 'share_colleagues_disabled'
  }
  return (receivers === 0 || access === 'collaborators') && 'share_receivers_missing'
}

function passwordFault(
  { password, password_protected: isProtected }: ShareSettings,
  policy: SharePolicy,
  { isPasswordKept = false, longestPassword }: ShareFacts,
): Answer {
  if (isProtected && isPasswordKept && password === '') return false
  if (isProtected && isPasswordTooLong(password, longestPassword)) return 'share_password_too_long'
  const isMissing = isProtected ? isPasswordEmpty(password) : policy.is_share_force_passwd_switch
  return isMissing && 'share_password_required'
}

function isPast(dueTime: number, now: number): boolean {
  return dueTime !== NEVER_EXPIRES && dueTime <= now
}

function limitFault(isLimited: boolean, count: number | null, policy: SharePolicy): Answer {
  if (isLimited) return isCountTooSmall(count) && 'share_limit_too_small'
  return policy.is_share_force_op_limit_switch && 'share_limit_required'
}

/** Without downloads there is no download count, whatever the switch says (SHARE-05). */
function downloadLimitFault(settings: ShareSettings, policy: SharePolicy): Answer {
  if (settings.disable_download) return false
  return limitFault(settings.is_download_limit_v2, settings.download_limit_v2, policy)
}

function watermarkFault({
  is_watermark_customize_content: isCustomized,
  watermark_customize_content: content,
}: ShareSettings): Answer {
  if (!isCustomized) return false
  if (content.trim() === '') return 'share_watermark_required'
  return codePointLength(content) > WATERMARK_MAX_LENGTH && 'share_watermark_too_long'
}
