import type { OnNetwork } from '../Platform'

/** Absent in Safari. */
interface Connection extends EventTarget {
  effectiveType: string
  saveData: boolean
}

/** A browser's `offline` is reliable; its `online` may be wrong. */
export const onNetwork: OnNetwork = (listener) => {
  const { connection } = navigator as Navigator & { connection?: Connection }
  const notify = () => {
    if (!navigator.onLine) listener('offline')
    else listener(connection && /2g$/.test(connection.effectiveType) ? 'weak' : 'online', connection?.saveData)
  }
  notify()
  addEventListener('online', notify)
  addEventListener('offline', notify)
  connection?.addEventListener('change', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
    connection?.removeEventListener('change', notify)
  }
}
