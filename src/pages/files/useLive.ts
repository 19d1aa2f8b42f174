import { useEffect } from 'react'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useApp } from '@/screens/app/AppContext'
import { useLiveStore } from '@/screens/page/useLiveStore'
import { useShown } from '@/screens/page/useShown'

/** The list on top changes when others act (AH-20), and is asked for again when the page is seen again. */
export function useLive(list: ListStore, overlays: OverlayStore): void {
  const { platform, session } = useApp()
  const isShown = useShown()
  useEffect(() => {
    if (!isShown) return undefined
    // What failed is not kept up to date.
    if (list.phase === 'failed') void list.open()
    return platform.onShow(() => {
      if (session.phase === 'signedIn' && list.phase !== 'loading') void list.open()
    })
  }, [isShown, platform, session, list])

  const live = useLiveStore()
  const isThere = list.phase !== 'loading'
  useEffect(() => (isThere ? live?.keep(list, () => overlays.depth === 0) : undefined), [isThere, live, list, overlays])
}
