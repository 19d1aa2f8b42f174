import { reaction } from 'mobx'
import { answerOrNull } from '@/api/ApiFailure'
import { SHELL_CACHE } from '@/domain/session/shell'
import { isLasting } from '@/platform/h5/lasting'
import { ownBuild } from '@/platform/h5/updates'
import type { AppServices } from '@/stores/app/AppServices'

/** The address of the service worker, which config/firstPage/firstPage.ts writes. */
const ADDRESS = '/service-worker.js'
/** ms between two checks whether the server answers again */
const PAUSE = 10_000

/** Lets a service worker cache the shell while a user is signed in, so that their last list opens offline (AH-28), where caches last. */
export function keepOffline(app: AppServices, { serviceWorker }: Pick<Navigator, 'serviceWorker'>): void {
  goOnlineAgain(app)
  if (!isLasting({ serviceWorker }) || ownBuild() === '') return
  let last = Promise.resolve()
  const then = (run: () => Promise<unknown>) => {
    last = last.then(run).then(
      () => undefined,
      // A browser may refuse; then the app does not open offline.
      () => undefined,
    )
  }
  const drop = () => then(() => forget(serviceWorker))
  const keep = () => then(() => serviceWorker.register(ADDRESS, { updateViaCache: 'none' }))
  app.session.onEnd(drop)
  reaction(
    () => [app.session.phase, app.sessionContext.user?.id] as const,
    ([phase]) => {
      if (phase === 'signedIn') keep()
      if (phase === 'signedOut') drop()
    },
    { fireImmediately: true },
  )
}

async function forget(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.getRegistration('/')
  await registration?.unregister()
  for (const name of await caches.keys()) if (name.startsWith(SHELL_CACHE)) await caches.delete(name)
}

/** A page that started offline knows only the user of the last visit. It checks who is signed in as soon as the server answers. */
function goOnlineAgain({ api, platform: { clock }, session }: AppServices): void {
  const kept = document.querySelector('#boot[data-kept]')
  if (!kept) return
  const look = async () => {
    const answer = await answerOrNull(api.call('GET /apps/users/is_user_logged_in', {}, { handledCodes: 'all' }))
    if (!kept.isConnected) return
    if (!answer) return void clock.after(PAUSE, () => void look())
    kept.remove()
    await session.start()
  }
  addEventListener('online', () => void look(), { once: true })
  void look()
}
