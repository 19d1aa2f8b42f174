import { useEffect } from 'react'
import type { ListStore } from '@/stores/lists/ListStore'
import type { OverlayStore } from '@/stores/shell/OverlayStore'
import { pollList } from '@/stores/lists/pollList'
import { useApp } from '@/screens/AppContext'
import { useShown } from '@/screens/page/useShown'

/** The list on top changes when others act (AH-20). */
export function useLive(list: ListStore, overlays: OverlayStore): void {
  const {
    lazy,
    platform: { clock },
    session,
  } = useApp()
  const isOn = useShown() && session.phase === 'signedIn'
  useEffect(
    () => (isOn ? pollList(list, () => overlays.depth === 0, clock, lazy) : undefined),
    [isOn, list, overlays, clock, lazy],
  )
}
