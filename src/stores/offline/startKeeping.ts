import { reaction } from 'mobx'
import type { OfflinePhone } from '@/platform/Platform'
import type { AppServices } from '@/stores/app/AppServices'
import { makeLazy } from '@/stores/app/LazyStores'
import { KEPT_KEY, WAITING_KEY } from './storageKeys'

/**
 * Loads what the user kept, so that a browser has its code offline, too, and what waits for the network or may have to (AH-42). Files that a
 * former user left are deleted.
 * @param inBackground calls `load`, whose failure is not shown
 */
export function startKeeping(
  app: AppServices,
  phone: OfflinePhone,
  inBackground: <T>(load: () => Promise<T>) => Promise<T>,
): void {
  const { lazy, platform, session } = app
  const { files } = phone
  makeLazy(app, 'offlinePhone', () => phone)
  const isIn = () => session.phase === 'signedIn' || session.phase === 'unreachable'
  const has = (key: string) => isIn() && platform.storage.read(key) !== undefined
  reaction(
    () => session.phase,
    (phase) => {
      if (phase !== 'starting') void attempt(has(KEPT_KEY) ? loadKept : removeAll)
    },
    { fireImmediately: true },
  )
  reaction(
    () => isIn() && (lazy.network?.state === 'offline' || has(KEPT_KEY) || has(WAITING_KEY)),
    (isNeeded) => void (isNeeded && attempt(loadNames)),
    { fireImmediately: true },
  )

  async function loadKept() {
    const { offlineOf } = await inBackground(() => import(/* webpackChunkName: "offline" */ './OfflineStore'))
    offlineOf(app)
  }

  async function removeAll() {
    await files?.remove(await files.keys())
  }

  /** The part also has the sheets of lists, which give the names, and one of which shows the kept files. */
  async function loadNames() {
    const { waitingNamesOf } = await inBackground(() => import(/* webpackChunkName: "overlays" */ './WaitingNames'))
    waitingNamesOf(app)
  }
}

/** A part that could not be loaded, or a browser that refuses its storage: the next occasion tries again. */
async function attempt(work: () => Promise<void>): Promise<void> {
  await work().catch(() => undefined)
}
