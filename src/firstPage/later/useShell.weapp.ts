import { useEffect, useMemo } from 'react'
import type { AppServices } from '@/stores/app/AppServices'
import { retryLazyParts } from './lazyParts'
import '@/theme/boxes.scss'

/**
 * Once the app is rendered, starts the code that the first page does not need; retries parts of the lazy package that failed to load. There is no
 * shell to remove, because WeChat itself covers the start of a mini-program.
 */
export function useShell(app: AppServices, isDrawn: boolean): void {
  const { feedback } = app
  useMemo(
    () => retryLazyParts(() => feedback.confirm({ key: 'failure.network' }, { confirm: { key: 'action.retry' } })),
    [feedback],
  )
  useEffect(() => {
    if (isDrawn) void import('./startDeferred').then(({ startDeferred }) => startDeferred(app))
  }, [isDrawn, app])
}
