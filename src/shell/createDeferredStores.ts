import { runInAction } from 'mobx'
import type { OnNetwork } from '@/platform/Platform'
import type { AppStore } from '@/stores/shell/AppStore'
import { NetworkStore } from '@/stores/shell/NetworkStore'
import { onNetworkBack } from '@/stores/shell/onNetworkBack'
import { ListCache } from '@/stores/lists/ListCache'
import { UpdateStore } from '@/stores/shell/UpdateStore'

interface Phone {
  onNetwork: OnNetwork
  /** The build that runs; '' where nobody says. */
  build: string
  /** Whether a part of the app is not there any more; absent where all of it always is. */
  isGone?(error: unknown): Promise<boolean>
}

/** Makes the stores that no first page waits for (AH-19, AH-32). */
export function createDeferredStores(
  { api, feedback, lazy, platform: { clock, navigate }, session }: AppStore,
  { onNetwork, build, isGone }: Phone,
): void {
  const network = new NetworkStore({ api, clock, feedback, onNetwork })
  const listCache = new ListCache()
  session.whenEnded(() => listCache.forget())
  onNetworkBack(lazy, () => {
    if (session.phase === 'unreachable') void session.start()
  })
  runInAction(() => {
    lazy.network = network
    lazy.listCache = listCache
    lazy.update = new UpdateStore({ feedback, lazy, build, isGone, restart: () => navigate.restart() })
  })
}
