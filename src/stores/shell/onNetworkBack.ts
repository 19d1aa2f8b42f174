import { reaction } from 'mobx'
import type { LateStores } from './AppStore'

/** Runs something each time the network is there again (AH-19). @returns what ends it */
export function onNetworkBack(late: Pick<LateStores, 'network'>, run: () => void): () => void {
  return reaction(
    () => late.network?.state === 'offline',
    (isOffline) => {
      if (!isOffline) run()
    },
  )
}
