import { useEffect } from 'react'
import { inBackground } from '@/shell/lateParts'
import type { ListStore } from '@/stores/ListStore'
import type { OverlayStore } from '@/stores/OverlayStore'
import { useApp } from '../AppContext'
import { useShown } from '../useShown'

/** ms that a list stands before the stream begins: nobody waits for it */
const START = 2000

/** The list on top changes when others act (AH-20); what that takes comes when the page has long been standing. */
export function useLive(list: ListStore, overlays: OverlayStore): void {
  const { api, configuration, late, platform, session } = useApp()
  const { clock, live } = platform
  useEffect(() => platform.onShow(() => {
    if (session.phase === 'signedIn' && list.phase !== 'loading') void list.open()
  }), [platform, session, list])

  const isOn = useShown() && session.phase === 'signedIn' && list.phase !== 'loading'
  useEffect(() => {
    if (!isOn || !live) return undefined
    let stop = clock.after(START, () => {
      let isOver = false
      stop = () => {
        isOver = true
      }
      inBackground(() => import(/* webpackChunkName: "live" */ '@/stores/liveList')).then(({ keepLive }) => {
        if (isOver) return
        stop = keepLive({ list, clock, live, late, client: api.client, isFree: () => overlays.depth === 0, counted: (unread) => configuration.counted(unread) })
      }, () => undefined)
    })
    return () => stop()
  }, [isOn, list, overlays, clock, live, late, api, configuration])
}
