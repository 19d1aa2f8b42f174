import type { AppServices } from '@/stores/app/AppServices'
import type { GrantStorage } from './GrantStorage'
import { LandingStore } from './LandingStore'

/** A visited link, and the app as the link's pages use it. */
export interface Visit {
  store: LandingStore
  app: AppServices
}

/** The links visited since the app started; pages of one link share its state. */
export class Visits {
  private readonly visits = new Map<string, Visit>()

  constructor(
    private readonly own: AppServices,
    private readonly kept: GrantStorage,
  ) {}

  of(uniqueName: string): Visit {
    const known = this.visits.get(uniqueName)
    if (known) return known
    const { own, kept } = this
    const store = new LandingStore({ ...own, kept }, uniqueName)
    const link = {
      get isDownloadLimited() {
        return store.isDownloadLimited
      },
      own,
    }
    const visit = { store, app: { ...own, api: store.api, link } }
    this.visits.set(uniqueName, visit)
    return visit
  }

  forget() {
    this.visits.clear()
  }
}

const known = new WeakMap<AppServices, Visits>()

/** The app's `Visits`, made by the first call. The end of the session empties it. */
export function visitsOf(app: AppServices, kept: GrantStorage): Visits {
  const visits = known.get(app) ?? new Visits(app, kept)
  if (!known.has(app)) {
    known.set(app, visits)
    app.session.onEnd(() => visits.forget())
  }
  return visits
}
