import type { AppStore } from '@/stores/shell/AppStore'
import { keepLive } from '@/stores/lists/liveList'
import { pollList } from '@/stores/lists/pollList'
import { onNetwork } from '@/platform/h5/connection'
import { createPictures } from '@/platform/h5/pictures'
import { createRecorder } from '@/platform/h5/recorder'
import { isGone, ownBuild } from '@/platform/h5/updates'
import { createDeferredStores } from './createDeferredStores'
import { keepOffline } from './keepOffline.h5'
import { keepShell } from './keepShell.h5'
import { makeLazy } from '@/stores/shell/LazyStores'

/** ms that a list stands before its stream begins: nobody waits for it */
const PAUSE = 2000

/** What begins once the first page stands. */
export function startDeferred(app: AppStore): void {
  createDeferredStores(app, { onNetwork, build: ownBuild(), isGone })
  makeLazy(app, 'pictures', () => createPictures(navigator))
  const recorder = createRecorder(window, app.platform.clock)
  if (recorder) makeLazy(app, 'recorder', () => recorder)
  keepShell(app)
  keepOffline(app, navigator)
  const {
    api: { client },
    sessionContext,
    lazy,
    platform: { clock, live },
  } = app
  makeLazy(app, 'live', () => ({
    keep: (list, isFree) =>
      live
        ? keepLive({
            list,
            isFree,
            clock,
            live,
            client,
            lazy,
            pause: PAUSE,
            unreadCounted: (unread) => sessionContext.unreadCounted(unread),
          })
        : pollList(list, isFree, clock, lazy),
  }))
}
