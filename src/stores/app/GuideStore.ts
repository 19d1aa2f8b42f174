import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'
import { guideSettings, type Guide } from '@/domain/session/guides'
import { makeLazy, type HasLazy } from './LazyStores'

interface Dependencies {
  api: Api
  sessionContext: SessionContext
}

/** The app's only one, made by the first screen that may show a guide. */
export function guidesOf(app: Dependencies & HasLazy<{ guides: GuideStore }>): GuideStore {
  return makeLazy(app, 'guides', () => new GuideStore(app))
}

/** Which guides the user has not seen yet (CTX-08, CTX-13). */
export class GuideStore {
  /** Guides closed in this session, whether or not the server recorded that. */
  private readonly closed = observable.set<Guide>()

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, 'deps' | 'closed'>(this, { deps: false, closed: false, isOn: false })
  }

  isOn(guide: Guide): boolean {
    return this.deps.sessionContext.guides?.[guideSettings[guide]] === true && !this.closed.has(guide)
  }

  /** Switches a guide off for good; a failure is not shown. */
  close(guide: Guide) {
    this.closed.add(guide)
    const settings = { [guideSettings[guide]]: false }
    void answerOrNull(
      this.deps.api.call(
        'POST /apps/users/update_user_guide_settings',
        { new_user_guide_settings: settings },
        { handledCodes: 'all' },
      ),
    )
  }

  /** Another user has other guides. */
  forget() {
    this.closed.clear()
  }
}
