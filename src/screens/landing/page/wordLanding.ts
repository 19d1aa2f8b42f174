import type { Item } from '@/contract/entities'
import type { ShareNotice } from '@/contract/shares/notice'
import type { ShareProcess } from '@/contract/shares/shares'
import { formatExpiry } from '@/domain/format/expiry'
import { formatSize } from '@/domain/format/size'
import { dateParts } from '@/domain/format/time'
import { wordSize, wordTime } from '@/i18n/format'
import { wordClock } from '@/i18n/moment'
import type { Words } from '@/i18n/words'
import type { AppServices } from '@/stores/app/AppServices'

/** The sharer and the item in words. */
export function wordSharer({ item, item_count: n, share_link: { owner } }: ShareProcess, t: Words<'visit'>): string {
  return wordNotice({ sharer: owner.name, type: item?.type ?? 'file', item_count: n }, t)
}

/** As `wordSharer`, before the link is open. */
export function wordNotice(
  { sharer: name, type, item_count: n }: Pick<ShareNotice, 'sharer' | 'type' | 'item_count'>,
  t: Words<'visit'>,
): string {
  if (n > 1) return t('visit.sharedItems', { name, n })
  return t(type === 'folder' ? 'visit.sharedFolder' : 'visit.sharedFile', { name })
}

/** The name of a link's contents: of several items the first, and how many there are. */
export function wordName({ item, item_count: n }: ShareProcess, t: Words<'visit'>): string {
  return item && n > 1 ? t('visit.items', { name: item.name, n }) : (item?.name ?? '')
}

/** A file's size, the remaining limits and the deadline; for observers (AH-06). */
export function wordFacts(
  app: AppServices,
  { share_link: link }: ShareProcess,
  item: Item,
  t: Words<'visit'>,
): string[] {
  const { previews_left: previews, downloads_left: downloads, due_time: due } = link
  return [
    item.type === 'file' ? wordFileSize(item) : '',
    previews === null ? '' : t('visit.previewsLeft', { n: previews }),
    downloads === null ? '' : t('visit.downloadsLeft', { n: downloads }),
    wordEnd(app, due, t),
  ].filter(Boolean)
}

export function wordFileSize({ size }: Pick<Item, 'size'>): string {
  return wordSize(formatSize(size))
}

/** When the link ends (SHARE-14); '' where it never does. @param due seconds since 1970 */
function wordEnd({ now, platform: { clock } }: AppServices, due: number, t: Words<'visit'>): string {
  const expiry = formatExpiry(due, now() / 1000, clock.zone())
  if (expiry.key === 'never') return ''
  if (expiry.key === 'date') return t('visit.until.date', { date: wordTime(expiry, t) })
  return t(`visit.until.${expiry.key}`, 'n' in expiry ? { n: expiry.n } : undefined)
}

/** `2026-11-25 14:30` (2§2). */
export function wordCreated({ platform: { clock } }: AppServices, { created }: ShareProcess): string {
  const { year, month, day, ...time } = dateParts(created, created, clock.zone(created * 1000))
  const [twoMonth, twoDay] = [month, day].map((part) => String(part).padStart(2, '0'))
  return `${year}-${twoMonth}-${twoDay} ${wordClock(time)}`
}
