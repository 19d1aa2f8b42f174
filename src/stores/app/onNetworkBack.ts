import { reaction } from 'mobx'
import type { LazyStores } from './LazyStores'
import type { NetworkStore } from './NetworkStore'

/** Runs a function each time the network returns (AH-19). @returns unsubscribes */
export function onNetworkBack(lazy: LazyStores<{ network: Pick<NetworkStore, 'state'> }>, run: () => void): () => void {
  return reaction(
    () => lazy.network?.state === 'offline',
    (isOffline) => {
      if (!isOffline) run()
    },
  )
}
