import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { loadLateWords } from '@/i18n/late/load'
import { plainQuestion } from '@/i18n/main/plainQuestion'
import type { AppStore } from '@/stores/shell/AppStore'
import { KEPT_KEY } from './kept'
import { bringLateParts, inBackground } from './lateParts'

/**
 * Takes the shell away once the app has drawn itself, asks again for parts that did not come, or offers the new version where they are gone,
 * and begins behind the first page what that does without.
 */
export function useShell(app: AppStore, isDrawn: boolean): void {
  const drawn = useRef(isDrawn)
  drawn.current = isDrawn
  useMemo(
    () =>
      bringLateParts(async (error) => {
        if (!drawn.current) return confirm(plainQuestion)
        if (await app.lazy.update?.isLost(error)) return false
        return app.feedback.confirm({ key: 'failure.network' }, { confirm: { key: 'action.retry' } })
      }),
    [app],
  )

  useLayoutEffect(() => {
    if (isDrawn) document.getElementById('shell')?.remove()
  }, [isDrawn])

  useEffect(() => {
    app.session.whenEnded(() => app.platform.storage.remove(KEPT_KEY))
    void loadLateWords(app.language.language)
      .then(() => inBackground(() => import(/* webpackChunkName: "late" */ './late')))
      .then(
        ({ startLate }) => startLate(app),
        () => undefined,
      )
  }, [app])
}
