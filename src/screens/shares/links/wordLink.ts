import type { ShareLink } from '@/contract/shares/shares'
import { formatExpiry } from '@/domain/format/expiry'
import { dateParts } from '@/domain/format/time'
import { stateOf, linkAddress } from '@/domain/shares/linkState'
import { wordTime } from '@/i18n/format'
import type { Words } from '@/i18n/words'
import type { AppServices } from '@/stores/app/AppServices'
import { tileOf, type Tile } from '@/domain/items/tiles'

/** The name of the shared item; of several items the first, and how many there are. */
export function nameOf({ item }: Pick<ShareLink, 'item'>, t: Words<'links'>): string {
  return item.item_count > 1 ? t('links.items', { name: item.name, n: item.item_count }) : item.name
}

export function isOwn({ session }: AppServices, { owner }: Pick<ShareLink, 'owner'>): boolean {
  return owner.id === session.user?.id
}

/** The line below a link's name, for observers: its use and remaining time, or why it has ended. */
export function wordFacts(app: AppServices, link: ShareLink, t: Words<'links'>): string {
  const by = isOwn(app, link) ? '' : t('links.by', { name: link.owner.name })
  return [by, wordUse(app, link, t)].filter(Boolean).join(' · ')
}

/** As `wordFacts`, without the sharer, who is shown elsewhere. */
export function wordUse(app: AppServices, link: ShareLink, t: Words<'links'>): string {
  return factsOf(app, link, t).filter(Boolean).join(' · ')
}

function factsOf(app: AppServices, link: ShareLink, t: Words<'links'>): string[] {
  const visits = t('links.visits', { n: link.visit_count })
  const state = stateOf(link, app.now() / 1000)
  switch (state) {
    case 'open': {
      const { download_count: n } = link
      const downloads = n > 0 && !isReached(n, link.download_limit_v2) ? t('links.downloads', { n }) : ''
      return [visits, downloads, ...reachedLimits(link, t), wordExpiry(app, link.due_time, t)]
    }
    case 'expired':
      return [visits, wordExpiry(app, link.due_time, t)]
    case 'limit_reached':
      return limitsOf(link, t)
    case 'closed':
      return wordClosings(app, link, t)
    case 'waiting':
    case 'refused':
    case 'unavailable':
      return [t(`links.why.${state}`)]
  }
}

/** The counts that have reached their limit; if none has, all that have a limit. */
function limitsOf(link: ShareLink, t: Words<'links'>): string[] {
  const reached = reachedLimits(link, t)
  return reached.length > 0 ? reached : wordLimits(link, t, (max) => max !== null)
}

/** Tells the maker which limits are reached although the link is open. */
function reachedLimits(link: ShareLink, t: Words<'links'>): string[] {
  return wordLimits(link, t, (max, n) => isReached(n, max))
}

function wordLimits(link: ShareLink, t: Words<'links'>, isTold: (max: number | null, n: number) => boolean): string[] {
  const limits = [
    { key: 'links.previewsOf', n: link.preview_count, max: link.preview_limit },
    { key: 'links.downloadsOf', n: link.download_count, max: link.download_limit_v2 },
  ] as const
  return limits.filter(({ n, max }) => isTold(max, n)).map(({ key, n, max }) => t(key, { n, max: max! }))
}

function isReached(count: number, limit: number | null): boolean {
  return limit !== null && count >= limit
}

/** Names the sides that closed the link (maker, administrator); first the side without which the user cannot reopen it. */
function wordClosings(app: AppServices, link: ShareLink, t: Words<'links'>): string[] {
  const { closed, closed_by_administrator: byAdministrator, owner } = link
  const isMine = isOwn(app, link)
  const ofMaker = (seconds: number) => {
    const date = wordDate(app, seconds, t)
    return isMine ? t('links.closedBy.me', { date }) : t('links.closedBy.owner', { date, name: owner.name })
  }
  const ofAdministrator = (seconds: number) => t('links.closedBy.administrator', { date: wordDate(app, seconds, t) })
  const closings = [
    closed === null ? '' : ofMaker(closed),
    byAdministrator === null ? '' : ofAdministrator(byAdministrator),
  ]
  return isMine ? closings.reverse() : closings
}

/** The past or future end of a link, for observers (SHARE-14). @param due seconds since 1970 */
export function wordExpiry(app: AppServices, due: number, t: Words<'links'>): string {
  const now = app.now() / 1000
  const expiry = formatExpiry(due, now, app.platform.clock.zone())
  if (expiry.key === 'expired') return t('links.expiry.past', { date: wordDate(app, due, t) })
  if (expiry.key === 'date') return t('links.expiry.date', { date: wordTime(expiry, t) })
  return 'n' in expiry ? t(`links.expiry.${expiry.key}`, { n: expiry.n }) : t(`links.expiry.${expiry.key}`)
}

/** A day, with its year unless that is the present one. @param seconds since 1970 */
export function wordDate({ now, platform: { clock } }: AppServices, seconds: number, t: Words<'links'>): string {
  return wordTime(dateParts(seconds, now() / 1000, clock.zone()), t)
}

/** The clipboard text of a link: name, address, and the password if the user may see it. */
export function linkText(link: ShareLink, baseUrl: string, t: Words<'links'>): string {
  const { password } = link
  const parts = { name: nameOf(link, t), address: linkAddress(link, baseUrl) }
  return password ? t('links.textPassword', { ...parts, password }) : t('links.text', parts)
}

/** The tile of the shared item. The wire does not contain the kind of a folder. */
export function linkTile({ item }: Pick<ShareLink, 'item'>): Tile {
  return tileOf({
    ...item,
    department: null,
    is_owned_collab_folder: false,
    is_invited_collab_folder: false,
    is_external_collab_folder: false,
  })
}
