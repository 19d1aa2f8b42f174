import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { loadLazyWords } from '@/i18n/lazy/load'
import { plainQuestion } from '@/i18n/main/plainQuestion'
import type { AppServices } from '@/stores/app/AppServices'
import { reportError } from '@/stores/app/reportError'
import { clearEarly } from '@/platform/h5/early'
import { inBackground, retryLazyParts } from './lazyParts'
import '../paint/firstPaint.scss'

/**
 * Once the app is rendered, removes the shell and starts the code that the first page does not need, again if the network was away. Retries parts
 * that failed to load. If the parts no longer exist, offers the new version instead.
 */
export function useShell(app: AppServices, isDrawn: boolean): void {
  const drawn = useRef(isDrawn)
  drawn.current = isDrawn
  useMemo(
    () =>
      retryLazyParts(async (error) => {
        if (!drawn.current) return confirm(plainQuestion)
        if (await app.lazy.update?.handleMissingPart(error)) return false
        return app.feedback.confirm({ key: 'failure.network' }, { confirm: { key: 'action.retry' } })
      }),
    [app],
  )

  useLayoutEffect(() => {
    if (isDrawn) document.getElementById('shell')?.remove()
  }, [isDrawn])

  useEffect(() => {
    app.session.onEnd(clearEarly)
    const start = () =>
      void loadLazyWords(app.language.language)
        .then(() => inBackground(() => import(/* webpackChunkName: "lazy" */ './startDeferred')))
        .then(({ startDeferred }) => startDeferred(app))
        .catch((error: unknown) => {
          // webpack adds the address of a chunk that failed to load; any other error is a bug.
          if (!(error as { request?: string }).request) reportError(app.platform.clock, error)
          // The stores that watch the network come with this part.
          else addEventListener('online', start, { once: true })
        })
    start()
  }, [app])
}
