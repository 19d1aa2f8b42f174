import type { CollectLink } from '@/contract/fileRequests'
import { collectProgress, collectStateOf } from '@/domain/fileRequests/state'
import { dateParts } from '@/domain/format/time'
import { NEVER_EXPIRES } from '@/domain/limits'
import { linkAddress } from '@/domain/shares/linkState'
import { wordMoment } from '@/i18n/moment'
import type { Words } from '@/i18n/words'
import type { AppStore } from '@/stores/app/AppStore'

type Due = Pick<CollectLink, 'due_time'>

/** A local time with its year. @param seconds since 1970 */
export function wordAt({ now, platform: { clock } }: AppStore, seconds: number, t: Words<'collect'>): string {
  return wordMoment(dateParts(seconds, now() / 1000, clock.zone(seconds * 1000)), t)
}

/** The deadline in words. */
export function wordDue(app: AppStore, { due_time: due }: Due, t: Words<'collect'>): string {
  return due === NEVER_EXPIRES ? t('collect.dueNever') : t('collect.due', { moment: wordAt(app, due, t) })
}

/** How many have handed in. */
export function wordProgress(link: CollectLink, t: Words<'collect'>): string {
  const { n, max } = collectProgress(link)
  return max === null ? t('collect.count', { n }) : t('collect.progress', { n, max })
}

/** The line below a collecting link's title, for observers. */
export function wordFacts(app: AppStore, link: CollectLink, t: Words<'collect'>): string {
  const state = collectStateOf(link, app.now() / 1000)
  const end = state === 'open' || state === 'ended' ? wordDue(app, link, t) : ''
  return [wordProgress(link, t), end].filter(Boolean).join(' · ')
}

/** The clipboard text of a collecting link. */
export function collectText(link: CollectLink, baseUrl: string, t: Words<'collect'>): string {
  return t('collect.text', { title: link.title, address: linkAddress(link, baseUrl) })
}
