import { useEffect } from 'react'
import type { ListStore } from '@/stores/lists/ListStore'
import type { OverlayStore } from '@/stores/shell/OverlayStore'
import { useApp } from '@/screens/AppContext'
import { useShown } from '@/screens/page/useShown'

/** The list on top changes when others act (AH-20); what that takes comes when the page stands. */
export function useLive(list: ListStore, overlays: OverlayStore): void {
  const { lazy, platform, session } = useApp()
  const live = lazy.live
  useEffect(
    () =>
      platform.onShow(() => {
        if (session.phase === 'signedIn' && list.phase !== 'loading') void list.open()
      }),
    [platform, session, list],
  )

  const isOn = useShown() && session.phase === 'signedIn' && list.phase !== 'loading'
  useEffect(
    () => (isOn && live ? live.keep(list, () => overlays.depth === 0) : undefined),
    [isOn, live, list, overlays],
  )
}
