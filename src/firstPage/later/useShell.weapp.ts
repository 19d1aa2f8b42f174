import { useEffect, useMemo } from 'react'
import type { AppServices } from '@/stores/app/AppServices'
import { retryLazyParts } from './lazyParts'

/** WeChat itself covers the start of a mini-program. Deferred code is in the lazy package, which is retried. */
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
