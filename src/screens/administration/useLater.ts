import { createContext, useContext, useEffect, useState } from 'react'

export type Later = typeof import('./later')

interface Loading {
  /** null until it has loaded */
  later: Later | null
  /** Loads it again after a failure. */
  retry: (() => void) | null
}

export const LaterContext = createContext<Loading>({ later: null, retry: null })

/** The other places of the console, and the windows of people. */
export const useLater = (): Loading => useContext(LaterContext)

/** ms after which it loads even on a busy page */
const PATIENCE = 2000

/**
 * Loads the other places.
 * @param isUrgent the address shows one of them; otherwise they load when the list of people is drawn
 */
export function useLoadLater(isUrgent: boolean): Loading {
  const [later, setLater] = useState<Later | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const load = () => {
    setFailed(false)
    void import(/* webpackChunkName: "console" */ './later').then(setLater, () => setFailed(true))
  }
  useEffect(() => {
    if (isUrgent || !window.requestIdleCallback) load()
    else window.requestIdleCallback(load, { timeout: PATIENCE })
    // The first address decides.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return { later, retry: hasFailed ? load : null }
}
