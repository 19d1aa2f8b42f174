import type { SharePolicy } from '@/contract/shares/policy'
import type { ErrorCode } from '@/contract/errors'
import type { ShareAccess, ShareState } from '@/contract/shares/shares'
import type { UserActor } from '../../actors/actor'
import { holds } from '../access/authorize'
import { isShareDisabled } from '../access/actionPermissions'
import type { Access, EnterpriseFacts, EnterprisePolicy, LinkFacts } from '../access/facts'
import { mayAdminister } from '../administration'

/** The approval of a link (decisions 4.15). Links that need no approval begin as approved. */
export const approval = { waiting: 1, approved: 2, refused: 3 } as const

/**
 * The joint policy of the maker's enterprise and the owners' enterprises, with the strictest value of each field (decisions 3.13). Defaults of
 * a new link come from the maker's enterprise.
 * @param isCompanyAllowed whether all owners belong to the maker's enterprise
 */
export function effectivePolicy(
  makers: EnterprisePolicy,
  owners: readonly EnterprisePolicy[],
  isCompanyAllowed: boolean,
): SharePolicy {
  const all = [makers, ...owners]
  const any = (field: Switch) => all.some((policy) => policy[field])
  return {
    ...makers,
    is_share_link_public_access_disabled: any('is_share_link_public_access_disabled'),
    is_share_link_download_disabled: any('is_share_link_download_disabled'),
    is_share_force_passwd_switch: any('is_share_force_passwd_switch'),
    is_share_force_op_limit_switch: any('is_share_force_op_limit_switch'),
    is_share_force_watermark_switch: any('is_share_force_watermark_switch'),
    is_share_forward_disabled: any('is_share_forward_disabled'),
    is_share_approval_required: any('is_share_approval_required'),
    is_share_shown_before_password: all.every((policy) => policy.is_share_shown_before_password),
    share_max_preview_limit: least(all.map((policy) => policy.share_max_preview_limit)),
    share_max_download_limit: least(all.map((policy) => policy.share_max_download_limit)),
    is_share_company_allowed: isCompanyAllowed,
  }
}

type Switch = Exclude<
  { [K in keyof EnterprisePolicy]: EnterprisePolicy[K] extends boolean ? K : never }[keyof EnterprisePolicy],
  'is_share_management' | 'is_share_default_download_disabled' | 'is_share_shown_before_password'
>

function least(limits: readonly (number | null)[]): number | null {
  const given = limits.filter((limit) => limit !== null)
  return given.length === 0 ? null : Math.min(...given)
}

/** Whether the users of an enterprise may share with each other. */
export function hasColleagues({ is_personal, share_with_colleagues_disallowed }: EnterpriseFacts): boolean {
  return !is_personal && !share_with_colleagues_disallowed
}

/** Whether the policies of the maker's and the owners' enterprises still permit this kind of access (1§5, decisions 4.4). */
export function isAccessAllowed(access: ShareAccess, policy: SharePolicy, enterprise: EnterpriseFacts): boolean {
  switch (access) {
    case 'public':
      return !policy.is_share_link_public_access_disabled
    case 'company':
      return policy.is_share_company_allowed && hasColleagues(enterprise)
    case 'collaborators':
      return hasColleagues(enterprise)
  }
}

/**
 * Whether a user needs no password because the link names them (decisions 70): a signed-in colleague, while their enterprise permits sharing
 * between colleagues.
 * @param user null: nobody is signed in
 * @param isReceiver whether the link was shared with the user, judged by the user's current groups and departments
 */
export function isNamed(
  user: Pick<UserActor, 'enterprise'> | null,
  link: Pick<LinkFacts, 'enterprise_id'>,
  isReceiver: boolean,
): boolean {
  return user !== null && isReceiver && user.enterprise.id === link.enterprise_id && hasColleagues(user.enterprise)
}

/** Why a user may not share an item that they see; null if they may. */
export function shareRefusal(
  access: Access,
): Extract<ErrorCode, `share_disabled${string}` | 'permission_denied' | 'item_encrypted'> | null {
  const [item] = access.chain
  if (!holds(access, 'item_share')) return 'permission_denied'
  if (isShareDisabled({ share_disabled_for: item.shareDisabledFor }, access.role ?? 'reset'))
    return item.shareDisabledFor === 'members' ? 'share_disabled_for_members' : 'share_disabled'
  return item.isEncrypted && !item.isFolder ? 'item_encrypted' : null
}

/** Whether the link and the policies let visitors download; the maker's rights are checked per item. */
export function mayDownloadThrough(link: Pick<LinkFacts, 'disable_download'>, policy: SharePolicy): boolean {
  return !link.disable_download && !policy.is_share_link_download_disabled
}

type Limits = Pick<
  LinkFacts,
  'disable_download' | 'preview_limit' | 'preview_count' | 'download_limit' | 'download_count'
>

/** Whether a link is used up: no previews are left, and downloads are used up or not permitted. */
export function isUsedUp(link: Limits, mayDownload: boolean): boolean {
  const previews = previewsLeft(link)
  const downloads = downloadsLeft(link)
  return previews === 0 && (!mayDownload || downloads === 0)
}

/** null: unlimited */
export function previewsLeft({ preview_limit: limit, preview_count: count }: Limits): number | null {
  return limit === null ? null : Math.max(0, limit - count)
}

export function downloadsLeft({ download_limit: limit, download_count: count }: Limits): number | null {
  return limit === null ? null : Math.max(0, limit - count)
}

export function isOver({ due_at: due }: Pick<LinkFacts, 'due_at'>, now: Date): boolean {
  return due !== null && due <= now
}

/**
 * The state of a link. If several reasons apply, the first in this order is reported.
 * @param isAvailable whether the maker may still share some of its items, and the policies permit its kind of access
 */
export function stateOf(
  link: LinkFacts,
  { isAvailable, mayDownload, now }: { isAvailable: boolean; mayDownload: boolean; now: Date },
): ShareState {
  if (!isAvailable) return 'unavailable'
  if (isClosed(link)) return 'closed'
  if (isOver(link, now)) return 'expired'
  if (link.approval_state === approval.waiting) return 'waiting'
  if (link.approval_state === approval.refused) return 'refused'
  return isUsedUp(link, mayDownload) ? 'limit_reached' : 'open'
}

/** Whether a user may see a link's settings and visitors: its maker, and the owners and auditors of the enterprise. */
export function mayOversee(actor: Administrator, link: Pick<LinkFacts, 'maker_id' | 'enterprise_id'>): boolean {
  return isOwnOrHas(actor, link, 'readLinks')
}

/** Whether a user may close a link: its maker, and the owners of the enterprise. */
export function mayClose(actor: Administrator, link: Pick<LinkFacts, 'maker_id' | 'enterprise_id'>): boolean {
  return isOwnOrHas(actor, link, 'decideOnLinks')
}

type Administrator = Pick<UserActor, 'user' | 'enterprise'>

function isOwnOrHas(
  actor: Administrator,
  link: Pick<LinkFacts, 'maker_id' | 'enterprise_id'>,
  act: 'readLinks' | 'decideOnLinks',
): boolean {
  return link.maker_id === actor.user.id || (mayAdminister(actor, act) && link.enterprise_id === actor.enterprise.id)
}

/** Only owners and auditors may list the links of the whole enterprise. */
export function mayOverseeAll(actor: Administrator): boolean {
  return mayAdminister(actor, 'readLinks')
}

/** Only owners may decide about waiting links. */
export function mayDecideOnLinks(actor: Administrator): boolean {
  return mayAdminister(actor, 'decideOnLinks')
}

/**
 * Whether a user may decide about a waiting link: an owner of the enterprise, but not about their own link, because the enterprise
 * wants a second person to agree. A sole owner may decide about their own link, which would otherwise wait for ever.
 */
export function mayApprove(
  actor: Administrator,
  link: Pick<LinkFacts, 'maker_id' | 'enterprise_id'>,
  isOnlyOwner: boolean,
): boolean {
  if (!mayDecideOnLinks(actor) || link.enterprise_id !== actor.enterprise.id) return false
  return link.maker_id !== actor.user.id || isOnlyOwner
}

/** Whether the maker or an administrator has closed a link. If both have closed the link, it stays closed until both have reopened it. */
export function isClosed(link: Closings): boolean {
  return link.closed_at !== null || link.closed_by_administrator_at !== null
}

type Closings = Pick<LinkFacts, 'closed_at' | 'closed_by_administrator_at'>

/**
 * The closing of a link that a user may set and undo. The maker sets the maker's closing, even if the maker is an administrator. Other users set
 * the administrators' closing. Call for users who may close the link.
 */
export function closingOf({ user }: Pick<UserActor, 'user'>, link: Pick<LinkFacts, 'maker_id'>): keyof Closings {
  return link.maker_id === user.id ? 'closed_at' : 'closed_by_administrator_at'
}

/**
 * Whether visitors may see who shares what before they give a link's password (AH-57, decisions 231). Not while the link waits for approval or was
 * refused. A link without uses left looks like an open one, because only the password reveals the limits.
 */
export function isShownBeforePassword(
  state: ShareState,
  { is_share_shown_before_password: isAllowed }: Pick<SharePolicy, 'is_share_shown_before_password'>,
): boolean {
  return isAllowed && (state === 'open' || state === 'limit_reached')
}

/** Whether visitors may report links of an enterprise (2§6). */
export function mayReport({ complaints }: { complaints: boolean }, isCustomProduct: boolean): boolean {
  return complaints && !isCustomProduct
}

/** The domain to which links of an enterprise are redirected; null: none. Only origins in the configuration are trusted. */
export function movedTo(
  { share_domain: domain }: { share_domain: string | null },
  listed: readonly string[],
): string | null {
  return domain !== null && listed.includes(domain) ? domain : null
}
