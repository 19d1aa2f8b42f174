import { useEffect } from 'react'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useApp } from '@/screens/app/AppContext'
import { useLiveStore, useShown } from '@/screens/page/usePage'

/** Updates the topmost list when others change it (AH-20), and fetches it again when the page becomes visible again. */
export function useLive(list: ListStore, overlays: OverlayStore): void {
  const { platform, session } = useApp()
  const isShown = useShown()
  useEffect(() => {
    if (!isShown) return undefined
    // A failed list receives no updates.
    if (list.phase === 'failed') void list.open()
    return platform.onShow(() => {
      if (session.phase === 'signedIn' && list.phase !== 'loading') void list.open()
    })
  }, [isShown, platform, session, list])

  const live = useLiveStore()
  const isThere = list.phase !== 'loading'
  useEffect(() => (isThere ? live?.keep(list, () => overlays.depth === 0) : undefined), [isThere, live, list, overlays])
}
