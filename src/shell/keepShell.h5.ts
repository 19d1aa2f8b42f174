import type { AppStore } from '@/stores/shell/AppStore'
import { KEPT_KEY, type Kept } from './kept'
import { placeAt } from './place'

/** Keeps for the next visit what a list shows when its reader leaves. */
export function keepShell(app: AppStore): void {
  addEventListener('pagehide', () => keep(app))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep(app)
  })
}

function keep({ sessionContext: { user }, platform: { storage } }: AppStore): void {
  const shown = user && placeAt(location.pathname) ? shownScreen() : null
  if (user === null || shown === null) return
  storage.write(KEPT_KEY, {
    userId: user.id,
    path: location.pathname,
    language: document.documentElement.lang,
    ...shown,
  } satisfies Kept)
}

/** Of a list that stands at its top, for that is where the next visit begins. */
function shownScreen(): Pick<Kept, 'style' | 'html'> | null {
  const screen = document.querySelector<HTMLElement>('.taro_page:not(.page-below) .screen')
  const list = screen?.querySelector('.virtual-list')
  if (!screen || !list || list.scrollTop > 0) return null
  return {
    style: screen.style.cssText,
    html: [...screen.children]
      .filter((part) => /^screen-(header|body)$/.test(part.className))
      .map(plainHtml)
      .join(''),
  }
}

/** Without pictures: their addresses are signed and expire. */
function plainHtml(part: Element): string {
  const copy = part.cloneNode(true) as Element
  for (const tile of copy.querySelectorAll('.tile')) tile.removeAttribute('style')
  return copy.outerHTML
}
