import type { FileRequestLink } from '@/contract/fileRequests'
import { fileRequestProgress, fileRequestStateOf } from '@/domain/fileRequests/state'
import { dateParts } from '@/domain/format/time'
import { NEVER_EXPIRES } from '@/domain/limits'
import { linkAddress } from '@/domain/shares/linkState'
import { wordMoment } from '@/i18n/moment'
import type { Words } from '@/i18n/words'
import type { AppServices } from '@/stores/app/AppServices'

type Due = Pick<FileRequestLink, 'due_time'>

/** A local time with its year. @param seconds since 1970 */
export function wordAt({ now, platform: { clock } }: AppServices, seconds: number, t: Words<'collect'>): string {
  return wordMoment(dateParts(seconds, now() / 1000, clock.zone(seconds * 1000)), t)
}

/** The deadline in words. */
export function wordDue(app: AppServices, { due_time: due }: Due, t: Words<'collect'>): string {
  return due === NEVER_EXPIRES ? t('collect.dueNever') : t('collect.due', { moment: wordAt(app, due, t) })
}

/** How many have handed in. */
export function wordProgress(link: FileRequestLink, t: Words<'collect'>): string {
  const { n, max } = fileRequestProgress(link)
  return max === null ? t('collect.count', { n }) : t('collect.progress', { n, max })
}

/** The line below a collecting link's title, for observers. */
export function wordFacts(app: AppServices, link: FileRequestLink, t: Words<'collect'>): string {
  const state = fileRequestStateOf(link, app.now() / 1000)
  const end = state === 'open' || state === 'ended' ? wordDue(app, link, t) : ''
  return [wordProgress(link, t), end].filter(Boolean).join(' · ')
}

/** The clipboard text of a collecting link. */
export function fileRequestText(link: FileRequestLink, baseUrl: string, t: Words<'collect'>): string {
  return t('collect.text', { title: link.title, address: linkAddress(link, baseUrl) })
}
