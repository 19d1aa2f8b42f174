import { reaction } from 'mobx'
import type { LazyStores } from './LazyStores'
import type { NetworkStore } from './NetworkStore'

/** Runs something each time the network is there again (AH-19). @returns what ends it */
export function onNetworkBack(lazy: LazyStores<{ network: Pick<NetworkStore, 'state'> }>, run: () => void): () => void {
  return reaction(
    () => lazy.network?.state === 'offline',
    (isOffline) => {
      if (!isOffline) run()
    },
  )
}
