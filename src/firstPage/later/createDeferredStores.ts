import type { OfflinePhone, OnEvents, OnNetwork, PageStack } from '@/platform/Platform'
import type { AppServices } from '@/stores/app/AppServices'
import { LiveStore } from '@/stores/app/live/LiveStore'
import { NetworkStore, onNetworkBack } from '@/stores/app/NetworkStore'
import { ListCache } from '@/stores/items/lists/ListCache'
import { TopPlaces } from '@/stores/app/TopPlaces'
import { UpdateStore } from '@/stores/app/UpdateStore'
import { makeLazy } from '@/stores/app/LazyStores'
import { startKeeping } from '@/stores/offline/startKeeping'
import { inBackground } from './lazyParts'

interface Phone {
  onNetwork: OnNetwork
  /** Absent where the phone can only poll. */
  onEvents?: OnEvents
  /** The running build; '' where it is unknown. */
  build: string
  /** Whether the server no longer has a part of the app; absent where all parts are always there. */
  isGone?(error: unknown): Promise<boolean>
  offlinePhone: OfflinePhone
  pages: PageStack
}

/** Creates the stores that the first page does not need (AH-19, AH-20, AH-32, AH-42). */
export function createDeferredStores(app: AppServices, phone: Phone): void {
  const { onNetwork, onEvents, build, isGone, offlinePhone, pages } = phone
  const {
    api,
    feedback,
    lazy,
    platform: { clock, navigate },
    session,
    sessionContext,
  } = app
  makeLazy(app, 'listCache', () => new ListCache())
  makeLazy(app, 'topPlaces', () => new TopPlaces({ pages, sessionContext }))
  onNetworkBack(lazy, () => {
    if (session.phase === 'unreachable') void session.start()
  })
  makeLazy(app, 'update', () => new UpdateStore({ feedback, lazy, build, isGone, restart: () => navigate.restart() }))
  makeLazy(app, 'network', () => new NetworkStore({ api, clock, feedback, onNetwork }))
  makeLazy(app, 'live', () => new LiveStore({ api, sessionContext, clock, lazy, onEvents }))
  startKeeping(app, offlinePhone, inBackground)
}
