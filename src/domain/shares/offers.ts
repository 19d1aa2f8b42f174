import type { Item, ViewFlags } from '@/contract/entities'
import type { SharePolicy } from '@/contract/shares/policy'
import { whyShareRefused } from '@/domain/items/abilities'
import type { ShareAccess } from '@/contract/shares/shares'
import { hasColleagues, hasVersionChoice, isCompanyAllowed, type ShareEnterprise, type ShareMode } from './settings'

/** Why an entry is shown but disabled. All reasons except the first five are decisions of the organisation. */
export type OfferReason =
  | 'share_forbidden'
  | 'share_disabled'
  | 'share_disabled_for_members'
  | 'share_encrypted'
  | 'not_downloadable'
  | 'share_public_disabled'
  | 'share_company_disabled'
  | 'share_colleagues_disabled'
  | 'share_download_disabled'
  | 'share_forward_disabled'
  | 'password_required'
  | 'limit_required'
  | 'watermark_required'

/** `hidden`: not shown; `no`: shown, greyed out, with the reason. */
export type Offer = 'yes' | 'hidden' | { no: OfferReason }

export type ShareItem = Pick<
  Item,
  | 'type'
  | 'extension'
  | 'permissions'
  | 'action_permissions'
  | 'is_encrypted'
  | 'is_share_disabled'
  | 'share_disabled_for'
>

export interface OfferSubject {
  /** The shared items, at least one. */
  items: readonly ShareItem[]
  policy: SharePolicy
  enterprise: ShareEnterprise
  flags: Pick<ViewFlags, 'hide_share_link_download'>
}

export interface ShareOffers {
  link: Offer
  colleagues: Offer
  /** Pinning the current version. */
  version: Offer
  access: Record<ShareAccess, Offer>
  /** Whether downloads can be allowed; otherwise the link is preview-only. */
  download: Offer
  /** For the next three: whether they can be switched off. */
  password: Offer
  limits: Offer
  visitorWatermark: Offer
  /** Whether forwarding can be allowed. */
  forward: Offer
}

/** The offers of the share popup and its permissions page (SHARE-01, 02, 08, 15). */
export function offersOf(subject: OfferSubject, mode: ShareMode): ShareOffers {
  const { items, policy, enterprise } = subject
  return {
    link: linkOffer(subject),
    colleagues: colleaguesOffer(subject),
    version: yesIf(items.length === 1 && hasVersionChoice(items[0]!, enterprise)),
    access: {
      public: publicOffer(policy),
      company: companyOffer(policy, enterprise),
      collaborators: yesIf(mode === 'colleagues'),
    },
    download: downloadOffer(items, policy),
    password: unless(policy.is_share_force_passwd_switch, 'password_required'),
    limits: unless(policy.is_share_force_op_limit_switch, 'limit_required'),
    visitorWatermark: unless(policy.is_share_force_watermark_switch, 'watermark_required'),
    forward: unless(policy.is_share_forward_disabled, 'share_forward_disabled'),
  }
}

/** The initial mode of the popup; null: nothing can be shared, and both offers give the reason. */
export function firstMode(subject: OfferSubject): ShareMode | null {
  if (linkOffer(subject) === 'yes') return 'link'
  return colleaguesOffer(subject) === 'yes' ? 'colleagues' : null
}

function linkOffer({ items, policy, enterprise, flags }: OfferSubject): Offer {
  if (flags.hide_share_link_download) return 'hidden'
  const block = blockOf(items)
  if (block) return { no: block }
  if (!items.every((item) => item.action_permissions.perm_share)) return { no: 'share_forbidden' }
  const hasAccess = publicOffer(policy) === 'yes' || companyOffer(policy, enterprise) === 'yes'
  return hasAccess ? 'yes' : { no: 'share_public_disabled' }
}

function colleaguesOffer({ items, enterprise }: OfferSubject): Offer {
  if (enterprise.is_personal_user_enterprise) return 'hidden'
  const block = blockOf(items)
  if (block) return { no: block }
  if (!hasColleagues(enterprise)) return { no: 'share_colleagues_disabled' }
  return unless(!items.every((item) => item.action_permissions.perm_share_to_colleague), 'share_forbidden')
}

/** Why the items cannot be shared at all. A missing right takes precedence. */
function blockOf(items: readonly ShareItem[]): OfferReason | false {
  if (!items.every((item) => item.permissions.includes('item_share'))) return 'share_forbidden'
  return items.map(whyShareRefused).find(Boolean) ?? false
}

function publicOffer(policy: SharePolicy): Offer {
  return unless(policy.is_share_link_public_access_disabled, 'share_public_disabled')
}

function companyOffer(policy: SharePolicy, enterprise: ShareEnterprise): Offer {
  if (enterprise.is_personal_user_enterprise) return 'hidden'
  return unless(!isCompanyAllowed(policy, enterprise), 'share_company_disabled')
}

function downloadOffer(items: readonly ShareItem[], policy: SharePolicy): Offer {
  if (policy.is_share_link_download_disabled) return { no: 'share_download_disabled' }
  return unless(!areDownloadable(items), 'not_downloadable')
}

/** Whether a visitor could download anything. The server checks each of several items again on request. */
export function areDownloadable(items: readonly ShareItem[]): boolean {
  return items.some((item) => item.action_permissions.perm_download)
}

function yesIf(isShown: boolean): Offer {
  return isShown ? 'yes' : 'hidden'
}

function unless(isDenied: boolean, reason: OfferReason): Offer {
  return isDenied ? { no: reason } : 'yes'
}
