import type { EnterpriseInfo, Item, Role } from '@/contract/entities'
import type { SharePolicy } from '@/contract/shares/policy'
import type { Offer, OfferReason, ShareOffers } from '@/domain/shares/offers'

/** One row of the table. */
export interface OfferRow {
  /** The specification's sentence. */
  sentence: string
  role?: Role
  item?:
    | 'file'
    | 'folder'
    | 'ydoc'
    | 'yxls'
    | 'shareDisabled'
    | 'shareDisabledForMembers'
    | 'encrypted'
    | 'notDownloadable'
    | 'several'
  /** `personal`: an account without colleagues; `closed`: colleague sharing is disallowed; `basic`: not the professional plan. */
  enterprise?: 'company' | 'personal' | 'closed' | 'basic'
  policy?: Partial<SharePolicy>
  isDownloadHidden?: boolean
  mode?: 'link' | 'colleagues'
  /** Offers that differ from `everything`. */
  offers: Partial<Record<Exclude<keyof ShareOffers, 'access'> | 'public' | 'company' | 'collaborators', Offer>>
}

/** The offers for a file's owner in a company with the professional plan and without a policy, for links. */
export const everything: Required<OfferRow['offers']> = {
  link: 'yes',
  colleagues: 'yes',
  version: 'yes',
  public: 'yes',
  company: 'yes',
  collaborators: 'hidden',
  download: 'yes',
  password: 'yes',
  limits: 'yes',
  visitorWatermark: 'yes',
  forward: 'yes',
}

const no = (reason: OfferReason): Offer => ({ no: reason })
const forbidden = { link: no('share_forbidden'), colleagues: no('share_forbidden') }

/** Policy × role × kind of item × kind of enterprise → offers of the popup. */
export const offerTable: readonly OfferRow[] = [
  { sentence: 'the owner of a file is offered everything', offers: {} },
  { sentence: 'a co-owner is offered everything', role: 'coowner', offers: {} },
  { sentence: 'an editor is offered everything', role: 'editor', offers: {} },
  { sentence: 'a viewer and uploader has item_share', role: 'viewer_uploader', offers: {} },
  { sentence: 'a viewer has item_share', role: 'viewer', offers: {} },
  {
    sentence: 'a previewer and uploader shares nothing',
    role: 'previewer_uploader',
    offers: { ...forbidden, download: no('not_downloadable') },
  },
  {
    sentence: 'a previewer shares nothing',
    role: 'previewer',
    offers: { ...forbidden, download: no('not_downloadable') },
  },
  {
    sentence: 'an uploader shares nothing',
    role: 'uploader',
    offers: { ...forbidden, download: no('not_downloadable') },
  },

  {
    sentence: 'sharing with colleagues offers only the choice of recipients',
    mode: 'colleagues',
    offers: { collaborators: 'yes' },
  },
  { sentence: 'the version option is hidden for folders', item: 'folder', offers: { version: 'hidden' } },
  {
    sentence: 'the version option does not show for ydoc',
    item: 'ydoc',
    offers: { version: 'hidden', download: no('not_downloadable') },
  },
  {
    sentence: 'the version option does not show for yxls',
    item: 'yxls',
    offers: { version: 'hidden', download: no('not_downloadable') },
  },
  {
    sentence: 'the version option shows for the professional plan',
    enterprise: 'basic',
    offers: { version: 'hidden' },
  },
  { sentence: 'several items have no version in common', item: 'several', offers: { version: 'hidden' } },

  {
    sentence: 'sharing of the item is disabled',
    item: 'shareDisabled',
    offers: { link: no('share_disabled'), colleagues: no('share_disabled') },
  },
  {
    sentence: 'sharing of the item is disabled for members only',
    role: 'viewer',
    item: 'shareDisabledForMembers',
    offers: { link: no('share_disabled_for_members'), colleagues: no('share_disabled_for_members') },
  },
  {
    sentence: 'nobody can share an encrypted file',
    item: 'encrypted',
    offers: { link: no('share_encrypted'), colleagues: no('share_encrypted'), download: no('not_downloadable') },
  },
  {
    sentence: 'a link to a file that its sharer cannot download is for previews only',
    item: 'notDownloadable',
    offers: { download: no('not_downloadable') },
  },

  {
    sentence: 'a personal account has no colleagues and no company access',
    enterprise: 'personal',
    offers: { colleagues: 'hidden', company: 'hidden' },
  },
  {
    sentence: 'a personal account where public access is disabled has no link',
    enterprise: 'personal',
    policy: { is_share_link_public_access_disabled: true },
    offers: {
      link: no('share_public_disabled'),
      public: no('share_public_disabled'),
      colleagues: 'hidden',
      company: 'hidden',
    },
  },
  {
    sentence: 'company access is disallowed where colleague sharing is',
    enterprise: 'closed',
    offers: { colleagues: no('share_colleagues_disabled'), company: no('share_company_disabled') },
  },
  {
    sentence: 'company access is enabled only if the owner is in the same enterprise',
    policy: { is_share_company_allowed: false },
    offers: { company: no('share_company_disabled') },
  },
  {
    sentence: 'company access remains where public access is disabled',
    policy: { is_share_link_public_access_disabled: true },
    offers: { public: no('share_public_disabled') },
  },
  {
    sentence: 'only colleagues remain where public access is disabled and the owner is elsewhere',
    policy: { is_share_link_public_access_disabled: true, is_share_company_allowed: false },
    offers: {
      link: no('share_public_disabled'),
      public: no('share_public_disabled'),
      company: no('share_company_disabled'),
    },
  },
  {
    sentence: 'share by link is hidden where link download is hidden for the client; colleagues stay',
    isDownloadHidden: true,
    offers: { link: 'hidden' },
  },
  {
    sentence: 'the download toggle is blocked when downloads are disabled by the enterprise',
    policy: { is_share_link_download_disabled: true },
    offers: { download: no('share_download_disabled') },
  },
  {
    sentence: 'downloads disabled by the enterprise override the rights of the sharer',
    item: 'notDownloadable',
    policy: { is_share_link_download_disabled: true },
    offers: { download: no('share_download_disabled') },
  },
  {
    sentence: 'all share links need a password when the policy says so',
    policy: { is_share_force_passwd_switch: true },
    offers: { password: no('password_required') },
  },
  {
    sentence: 'forced limits cannot be switched off',
    policy: { is_share_force_op_limit_switch: true },
    offers: { limits: no('limit_required') },
  },
  {
    sentence: 'a forced watermark cannot be switched off',
    policy: { is_share_force_watermark_switch: true },
    offers: { visitorWatermark: no('watermark_required') },
  },
  {
    sentence: 'links of the enterprise may not be passed on',
    policy: { is_share_forward_disabled: true },
    offers: { forward: no('share_forward_disabled') },
  },
]

export const enterpriseOfRow: Record<
  NonNullable<OfferRow['enterprise']>,
  Pick<
    EnterpriseInfo,
    | 'is_personal_user_enterprise'
    | 'share_with_colleagues_disallowed'
    | 'default_expiring_interval_days'
    | 'is_professional_plan'
  >
> = {
  company: anEnterprise({}),
  personal: anEnterprise({ is_personal_user_enterprise: true }),
  closed: anEnterprise({ share_with_colleagues_disallowed: true }),
  basic: anEnterprise({ is_professional_plan: false }),
}

/** Fields that differ from a plain file, per kind of item. */
export const itemOfRow: Record<NonNullable<OfferRow['item']>, Partial<Item>> = {
  file: {},
  folder: { type: 'folder', extension: '' },
  ydoc: { extension: 'ydoc' },
  yxls: { extension: 'yxls' },
  shareDisabled: { is_share_disabled: true },
  shareDisabledForMembers: { is_share_disabled: true, share_disabled_for: 'members' },
  encrypted: { is_encrypted: true },
  notDownloadable: {},
  several: {},
}

function anEnterprise(differences: Partial<EnterpriseInfo>) {
  return {
    is_personal_user_enterprise: false,
    share_with_colleagues_disallowed: false,
    default_expiring_interval_days: 0,
    is_professional_plan: true,
    ...differences,
  }
}
