import type { OnEvents, OnNetwork } from '@/platform/Platform'
import type { AppStore } from '@/stores/app/AppStore'
import { LiveStore } from '@/stores/app/live/LiveStore'
import { NetworkStore } from '@/stores/app/NetworkStore'
import { onNetworkBack } from '@/stores/app/onNetworkBack'
import { ListCache } from '@/stores/items/lists/ListCache'
import { UpdateStore } from '@/stores/app/UpdateStore'
import { makeLazy } from '@/stores/app/LazyStores'

interface Phone {
  onNetwork: OnNetwork
  /** Absent where the phone can only ask. */
  onEvents?: OnEvents
  /** The build that runs; '' where nobody says. */
  build: string
  /** Whether a part of the app is not there any more; absent where all of it always is. */
  isGone?(error: unknown): Promise<boolean>
}

/** Makes the stores that no first page waits for (AH-19, AH-20, AH-32). */
export function createDeferredStores(app: AppStore, { onNetwork, onEvents, build, isGone }: Phone): void {
  const {
    api,
    feedback,
    lazy,
    platform: { clock, navigate },
    session,
    sessionContext,
  } = app
  makeLazy(app, 'listCache', () => new ListCache())
  onNetworkBack(lazy, () => {
    if (session.phase === 'unreachable') void session.start()
  })
  makeLazy(app, 'update', () => new UpdateStore({ feedback, lazy, build, isGone, restart: () => navigate.restart() }))
  makeLazy(app, 'network', () => new NetworkStore({ api, clock, feedback, onNetwork }))
  makeLazy(app, 'live', () => new LiveStore({ api, sessionContext, clock, lazy, onEvents }))
}
