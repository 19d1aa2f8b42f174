import { reaction } from 'mobx'
import type { LazyStores } from './AppStore'

/** Runs something each time the network is there again (AH-19). @returns what ends it */
export function onNetworkBack(lazy: Pick<LazyStores, 'network'>, run: () => void): () => void {
  return reaction(
    () => lazy.network?.state === 'offline',
    (isOffline) => {
      if (!isOffline) run()
    },
  )
}
