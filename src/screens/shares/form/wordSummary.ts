import type { Expiry } from '@/domain/format/expiry'
import type { ShareSettings } from '@/domain/shares/settings'
import { summaryOf } from '@/domain/shares/summary'
import { wordTime } from '@/i18n/format'
import type { Words } from '@/i18n/words'

/** A link's permissions in one line (SHARE-01). @param now seconds @param zone minutes to add to UTC */
export function wordSummary(settings: ShareSettings, now: number, zone: number, t: Words<'share'>): string {
  return summaryOf(settings, now, zone)
    .map((part) => {
      if (part.key === 'until') return wordUntil(part.expiry, t)
      return t(`share.can.${part.key}`, 'n' in part ? { n: part.n } : undefined)
    })
    .join(' · ')
}

/** Who may open the link, and whether a password is needed. */
export function wordAccess({ access, password_protected: isProtected }: ShareSettings, t: Words<'share'>): string {
  const who = t(`share.access.${access}`)
  return isProtected ? `${who} · ${t('share.needsPassword')}` : who
}

/** The end of the link (SHARE-14). */
export function wordUntil(expiry: Expiry, t: Words<'share'>): string {
  if (expiry.key === 'date') return t('share.until.date', { date: wordTime(expiry, t) })
  return t(`share.until.${expiry.key}`, 'n' in expiry ? { n: expiry.n } : undefined)
}
