import type { OnNetwork } from '../Platform'

/** Safari knows none. */
interface Connection extends EventTarget {
  effectiveType: string
  saveData: boolean
}

/** A browser that says it has no network is right; one that says it has may be wrong. */
export const onNetwork: OnNetwork = (listener) => {
  const { connection } = navigator as Navigator & { connection?: Connection }
  const tell = () => {
    if (!navigator.onLine) listener('offline')
    else listener(connection && /2g$/.test(connection.effectiveType) ? 'weak' : 'online', connection?.saveData)
  }
  tell()
  addEventListener('online', tell)
  addEventListener('offline', tell)
  connection?.addEventListener('change', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
    connection?.removeEventListener('change', tell)
  }
}
