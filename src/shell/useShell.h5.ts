import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { plainQuestion } from '@/i18n/main/plainQuestion'
import type { AppStore } from '@/stores/AppStore'
import { KEPT_KEY, type Kept } from './kept'
import { bringLateParts } from './lateParts'
import { placeAt } from './place'

/**
 * Takes the shell away once the app has drawn itself, keeps for the next visit what a list shows when its reader leaves, and asks again
 * for parts that did not come.
 */
export function useShell(app: AppStore, isDrawn: boolean): void {
  const drawn = useRef(isDrawn)
  drawn.current = isDrawn
  useMemo(() => bringLateParts(async () => (
    drawn.current ? app.feedback.confirm({ key: 'failure.network' }, { confirm: { key: 'action.retry' } }) : confirm(plainQuestion)
  )), [app])

  useLayoutEffect(() => {
    if (isDrawn) document.getElementById('shell')?.remove()
  }, [isDrawn])

  useEffect(() => {
    const { platform: { storage }, session } = app
    session.whenEnded(() => storage.remove(KEPT_KEY))
    addEventListener('pagehide', () => keep(app))
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') keep(app)
    })
  }, [app])
}

function keep({ configuration: { user }, platform: { storage } }: AppStore): void {
  const html = user && placeAt(location.pathname) ? shownHtml() : null
  if (user === null || html === null) return
  storage.write(KEPT_KEY, { userId: user.id, path: location.pathname, language: document.documentElement.lang, html } satisfies Kept)
}

/** Of a list that stands at its top, for that is where the next visit begins. */
function shownHtml(): string | null {
  const screen = document.querySelector('.taro_page:not(.page-below) .screen')
  const list = screen?.querySelector('.virtual-list')
  if (!screen || !list || list.scrollTop > 0) return null
  return [...screen.children].filter((part) => /^screen-(header|body)$/.test(part.className)).map(plainHtml).join('')
}

/** Without pictures: their addresses are signed and expire. */
function plainHtml(part: Element): string {
  const copy = part.cloneNode(true) as Element
  for (const tile of copy.querySelectorAll('.tile')) tile.removeAttribute('style')
  return copy.outerHTML
}
