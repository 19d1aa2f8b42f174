import { useEffect, useState } from 'react'
import { useApp } from '@/screens/app/AppContext'

export type Later = typeof import('./later')

/** ms before code that failed to load is requested again */
const AGAIN = 3000
/** ms after which it loads even on a busy page */
const PATIENCE = 2000

/**
 * The other places of the console; null until they have loaded.
 * @param isUrgent the address shows one of them; otherwise they load when the list of people is drawn
 */
export function useLater(isUrgent: boolean): Later | null {
  const { clock } = useApp().platform
  const [later, setLater] = useState<Later | null>(null)
  useEffect(() => {
    let isOver = false
    let stop = () => {}
    const load = () =>
      import(/* webpackChunkName: "console" */ './later').then(
        (loaded) => {
          if (!isOver) setLater(loaded)
        },
        () => {
          if (!isOver) stop = clock.after(AGAIN, () => void load())
        },
      )
    if (isUrgent || !window.requestIdleCallback) void load()
    else window.requestIdleCallback(() => void load(), { timeout: PATIENCE })
    return () => {
      isOver = true
      stop()
    }
    // The first address decides.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [clock])
  return later
}
