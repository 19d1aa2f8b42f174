import { createContext, useContext, useEffect, useState } from 'react'

export type Later = typeof import('./later')

/** null until it has loaded */
export const LaterContext = createContext<Later | null>(null)

/** The other places of the console, and the windows of people. */
export const useLater = (): Later | null => useContext(LaterContext)

/** ms after which it loads even on a busy page */
const PATIENCE = 2000

/**
 * Loads the other places. The app asks and retries when that fails (`retryLazyParts`).
 * @param isUrgent the address shows one of them; otherwise they load when the list of people is drawn
 */
export function useLoadLater(isUrgent: boolean): Later | null {
  const [later, setLater] = useState<Later | null>(null)
  useEffect(() => {
    const load = () => void import(/* webpackChunkName: "console" */ './later').then(setLater)
    if (isUrgent || !window.requestIdleCallback) load()
    else window.requestIdleCallback(load, { timeout: PATIENCE })
    // The first address decides.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return later
}
