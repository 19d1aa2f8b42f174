import { useEffect, useMemo } from 'react'
import type { AppStore } from '@/stores/shell/AppStore'
import { bringLateParts } from './lateParts'

/** WeChat covers the start of a mini-program itself; what begins later comes out of the late package, and is asked for again. */
export function useShell(app: AppStore, isDrawn: boolean): void {
  const { feedback } = app
  useMemo(
    () => bringLateParts(() => feedback.confirm({ key: 'failure.network' }, { confirm: { key: 'action.retry' } })),
    [feedback],
  )
  useEffect(() => {
    if (isDrawn) void import('./late').then(({ startLate }) => startLate(app))
  }, [isDrawn, app])
}
