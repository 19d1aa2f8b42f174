import { reaction } from 'mobx'
import { answerOrNull } from '@/api/ApiFailure'
import { readBoot } from '@/api/boot'
import { readListPath } from '@/domain/items/lists/readListPath'
import type { BaseInfo } from '@/contract/entities'
import type { AppServices } from '@/stores/app/AppServices'
import { KEPT_KEY, type Kept, type Seen } from './kept'

/** Stores, for the next visit, the signed-in user and what a list shows when the user leaves. */
export function keepShell(app: AppServices): void {
  reaction(
    () => (app.session.phase === 'signedIn' ? app.sessionContext.user?.id : undefined),
    (userId) => void (userId !== undefined && begin(app, userId)),
    { fireImmediately: true },
  )
  addEventListener('pagehide', () => keep(app))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep(app)
  })
}

async function begin({ api, platform: { boot, storage }, session }: AppServices, userId: number): Promise<void> {
  const brought = readBoot(boot())?.base_info
  const info =
    brought?.user_info?.id === userId
      ? brought
      : await answerOrNull(api.call('GET /apps/users/get_base_info', {}, { handledCodes: 'all' }))
  if (info?.user_info?.id !== userId || session.user?.id !== userId) return
  const before = storage.read<Kept>(KEPT_KEY)
  storage.write(KEPT_KEY, {
    ...(before?.userId === userId && before),
    userId,
    boot: { is_user_logged_in: true, base_info: withoutToken(info), space_info: session.space },
  } satisfies Kept)
}

/** Removes the request token, because a page could act as the user with it. */
function withoutToken(info: BaseInfo): BaseInfo {
  return { ...info, csrf_token: '' }
}

/**
 * Stores the list on screen, but only beside what `begin` stored for the same user: in another page the user may have signed out, or another
 * user signed in.
 */
function keep({ sessionContext: { user }, platform: { storage } }: AppServices): void {
  const kept = storage.read<Kept>(KEPT_KEY)
  const seen = user && kept?.userId === user.id && readListPath(location.pathname) ? seenNow() : null
  if (seen) storage.write(KEPT_KEY, { ...kept!, seen } satisfies Kept)
}

/** The list on screen. Returns null unless the list is scrolled to its top, because the next visit starts there. */
function seenNow(): Seen | null {
  const screen = document.querySelector<HTMLElement>('.taro_page:not(.page-below) .screen')
  const list = screen?.querySelector('.virtual-list')
  if (!screen || !list || list.scrollTop > 0) return null
  return {
    path: location.pathname,
    language: document.documentElement.lang,
    style: screen.style.cssText,
    html: [...screen.children]
      .filter((part) => /^(screen-(header|body)|foot-bar)$/.test(part.className))
      .map(plainHtml)
      .join(''),
  }
}

/** The HTML of a part of the screen. Omits pictures, because their addresses expire, and rows out of sight, which would delay the others. */
function plainHtml(part: Element): string {
  const copy = part.cloneNode(true) as Element
  for (const tile of copy.querySelectorAll('.tile')) tile.removeAttribute('style')
  for (const row of copy.querySelectorAll<HTMLElement>('.row')) if (parseInt(row.style.top) > innerHeight) row.remove()
  return copy.outerHTML
}
