import { Type, type Static } from '@sinclair/typebox'
import { nullable, oneOf } from '../call'

/** The organisation's rules for sharing an item (1§3, decisions 3.13). Sent with a single item, not in lists. */
export const SharePolicy = Type.Object({
  is_share_link_public_access_disabled: Type.Boolean(),
  is_share_link_download_disabled: Type.Boolean(),
  /** On unless an administrator switched it off (decisions 4.1). */
  is_share_force_passwd_switch: Type.Boolean(),
  /** Every link has a preview limit, and a download limit where it allows downloads. */
  is_share_force_op_limit_switch: Type.Boolean(),
  /** null = any number up to 6 digits */
  share_max_preview_limit: nullable(Type.Integer({ minimum: 1, maximum: 999_999 })),
  share_max_download_limit: nullable(Type.Integer({ minimum: 1, maximum: 999_999 })),
  /** null = no limit at first, and 10 once a limit is switched on */
  share_default_preview_limit: nullable(Type.Integer({ minimum: 1, maximum: 999_999 })),
  share_default_download_limit: nullable(Type.Integer({ minimum: 1, maximum: 999_999 })),
  /** Own fields from here on. Whether the organisation has share-management settings (decisions 4.2). */
  is_share_management: Type.Boolean(),
  share_default_access: oneOf('public', 'company'),
  is_share_default_download_disabled: Type.Boolean(),
  /** days; null = the enterprise's default_expiring_interval_days (decisions 4.14) */
  share_default_expiring_days: nullable(Type.Integer({ minimum: 0, maximum: 3650 })),
  /** The watermark carries the visitor's name and the time on every link. */
  is_share_force_watermark_switch: Type.Boolean(),
  /** '' = none */
  share_default_watermark_content: Type.String(),
  /** The enterprise forbids forwarding its links; the sharer cannot allow forwarding. */
  is_share_forward_disabled: Type.Boolean(),
  /** A link waits for an administrator's approval (decisions 4.15). */
  is_share_approval_required: Type.Boolean(),
  /** Visitors see before the password who shares what (AH-57). Only if the enterprises of all items allow that, too. */
  is_share_shown_before_password: Type.Boolean(),
  /** Whether the item's owner is in the sharer's enterprise. Otherwise nobody has the "company" choice (1§5). */
  is_share_company_allowed: Type.Boolean(),
})

export type SharePolicy = Static<typeof SharePolicy>
