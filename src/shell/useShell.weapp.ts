import { useMemo } from 'react'
import type { AppStore } from '@/stores/AppStore'
import { bringLateParts } from './lateParts'

/** WeChat covers the start of a mini-program itself; parts that did not come are asked for again. */
export function useShell({ feedback }: AppStore, _isDrawn: boolean): void {
  useMemo(() => bringLateParts(() => feedback.confirm({ key: 'failure.network' }, { confirm: { key: 'action.retry' } })), [feedback])
}
