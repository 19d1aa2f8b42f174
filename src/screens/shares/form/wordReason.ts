import type { OfferReason } from '@/domain/shares/offers'
import type { PhraseKey } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'

const reasons: Record<OfferReason, PhraseKey<'share'>> = {
  share_forbidden: 'refusal.share_forbidden',
  share_disabled: 'refusal.share_disabled',
  share_disabled_for_members: 'refusal.share_disabled_for_members',
  share_encrypted: 'refusal.share_encrypted',
  not_downloadable: 'share.perms.notDownloadable',
  share_public_disabled: 'file.share.disabled.publicDisabled',
  share_company_disabled: 'share.fault.share_company_disabled',
  share_colleagues_disabled: 'share.fault.share_colleagues_disabled',
  share_download_disabled: 'file.share.enterpriseDownloadForbidden',
  share_forward_disabled: 'share.perms.forwardForced',
  password_required: 'share.perms.passwordForced',
  limit_required: 'share.perms.limitForced',
  watermark_required: 'share.perms.watermarkForced',
}

/** Why something is not available, in words. */
export function wordReason(reason: OfferReason, t: Words<'share'>): string {
  return t(reasons[reason])
}
