import type { Request } from '@/contract/api'
import type { SharePolicy } from '@/contract/shares/policy'
import { settingsOfBody } from '@/domain/shares/createPayload'
import type { ShareSettings } from '@/domain/shares/settings'
import { checkSettings, settleSettings } from '@/domain/shares/validate'
import type { UserActor } from '../../actors/actor'
import { secondsOf } from '../../time/clock'
import { Refused } from '../../errors'
import type { ShareLinkRow } from '../../database/shareTables'
import type { CheckedText } from '../../remote/contentCheck'

/** The settings of a link in a request by its maker. */
export type AskedSettings = Omit<Request<'POST /apps/share_links/edit'>, 'share_link_id'>

/**
 * Checks settings and normalises them for storage: limits within their maximum, no values of disabled settings (1§5, decisions 55).
 * @param receivers number of people and groups that the link is shared with; null: the link names nobody
 * @param isPasswordKept an empty password keeps the current password
 * @param longestPassword characters, if not as many as usual
 * @throws Refused with the first error and its field
 */
export function requireSettings(
  asked: AskedSettings,
  policy: SharePolicy,
  { enterprise }: UserActor,
  {
    receivers,
    now,
    isPasswordKept = false,
    longestPassword,
  }: { receivers: number | null; now: Date; isPasswordKept?: boolean; longestPassword?: number },
): ShareSettings {
  const settings = settingsOfBody({ ...defaultsOf(policy), ...asked })
  const facts = {
    enterprise: { ...enterprise, is_personal_user_enterprise: enterprise.is_personal },
    receivers,
    isPasswordKept,
    longestPassword,
    now: secondsOf(now),
  }
  const [fault] = checkSettings(settings, policy, facts)
  if (fault) throw new Refused(fault.code, { field: fieldOf(fault.field, asked) })
  return settleSettings(settings, policy)
}

/**
 * The texts of a link that its visitors read, for the content check.
 * @param before the stored link; texts that are unchanged are not checked again
 */
export function textsToCheck(
  { description, watermark_customize_content: watermark }: ShareSettings,
  before?: Pick<ShareLinkRow, 'description' | 'watermark_content'>,
): CheckedText[] {
  return [
    { kind: 'comment' as const, text: description === before?.description ? '' : description, field: 'description' },
    {
      kind: 'name' as const,
      text: watermark === before?.watermark_content ? '' : watermark,
      field: 'watermark_customize_content',
    },
  ]
}

/** Own fields that the specification's requests lack (1§7): left out, they are what the policy asks for (decisions 99). */
function defaultsOf(policy: SharePolicy) {
  return {
    disable_forward: policy.is_share_forward_disabled,
    is_watermark_visitor: policy.is_share_force_watermark_switch,
  }
}

/** The request's name of a field. */
function fieldOf(field: string, asked: object): string | undefined {
  if (field !== 'receivers') return field
  return 'invited_user_ids' in asked ? 'invited_user_ids' : 'access'
}

type Columns = Pick<
  ShareLinkRow,
  | 'access'
  | 'description'
  | 'due_at'
  | 'disable_download'
  | 'disable_forward'
  | 'preview_limit'
  | 'download_limit'
  | 'watermark_content'
  | 'is_watermark_visitor'
  | 'is_first_visit_told'
>

/** Settings as columns, without the password. */
export function columnsOf(settings: ShareSettings): Columns {
  return {
    access: settings.access,
    description: settings.description,
    due_at: settings.due_time === 0 ? null : new Date(settings.due_time * 1000),
    disable_download: settings.disable_download,
    disable_forward: settings.disable_forward,
    preview_limit: settings.preview_limit,
    download_limit: settings.download_limit_v2,
    watermark_content: settings.watermark_customize_content,
    is_watermark_visitor: settings.is_watermark_visitor,
    is_first_visit_told: settings.is_first_visit_told,
  }
}
