import { Api } from '@/api/Api'
import { Configuration } from '@/api/Configuration'
import type { Platform } from '@/platform/Platform'
import { AppearanceStore } from './AppearanceStore'
import { ChangesBus } from './ChangesBus'
import { createReactor } from './createReactor'
import { FeedbackStore } from './FeedbackStore'
import { ItemActions } from './ItemActions'
import { LanguageStore } from './LanguageStore'
import type { ListAt } from './listSources'
import { ListStore } from './ListStore'
import { NavigationStore } from './NavigationStore'
import { OverlayStore } from './OverlayStore'
import { PreviewStore, type PreviewTarget } from './PreviewStore'
import { SessionCalls, TOKEN_KEY } from './SessionCalls'
import { SessionStore } from './SessionStore'
import { TwoStepStore } from './TwoStepStore'
import { UploadStore } from './UploadStore'

/** What the pages get: the stores that live as long as the app, and makers of those that live as long as a page. */
export interface AppStore {
  platform: Platform
  configuration: Configuration
  session: SessionStore
  feedback: FeedbackStore
  language: LanguageStore
  appearance: AppearanceStore
  navigation: NavigationStore
  uploads: UploadStore
  actions: ItemActions
  changes: ChangesBus
  /** `name` is shown until the server tells the place's own. */
  createList(at: ListAt, name?: string): ListStore
  createPreview(target: PreviewTarget): PreviewStore
  createTwoStep(): TwoStepStore
  /** The overlays of the page on top; call it while a page mounts. */
  createOverlays(): OverlayStore
}

/** Builds the stores on a platform; nothing is asked before `session.start()`. */
export function createApp(platform: Platform): AppStore {
  const { clock, navigate, storage } = platform
  const configuration = new Configuration({
    origin: platform.origin,
    scenario: platform.can.cookies ? 'web' : 'applet',
    authToken: storage.read<string>(TOKEN_KEY) ?? '',
  })
  const feedback = new FeedbackStore(clock)
  const language = new LanguageStore({ platform, configuration })
  const api = new Api({ platform, configuration, language: () => language.chosen, reactor: (...failure) => reactor(...failure) })
  const calls = new SessionCalls({ api, configuration, platform })
  const session = new SessionStore({ calls, configuration, feedback, platform })
  const reactor = createReactor({ feedback, session, navigate })
  const changes = new ChangesBus()
  const navigation = new NavigationStore({ api, configuration })
  session.whenEnded(() => navigation.forget())
  return {
    platform,
    configuration,
    session,
    feedback,
    language,
    appearance: new AppearanceStore(platform),
    navigation,
    uploads: new UploadStore({ api, changes, feedback, platform, session }),
    actions: new ItemActions({ api, changes, configuration, feedback }),
    changes,
    createList: (at, name) => new ListStore({ api, changes, clock, configuration, feedback, storage }, at, name),
    createPreview: (target) => new PreviewStore({ api, changes, feedback, platform }, target),
    createTwoStep: () => new TwoStepStore(api),
    createOverlays: () => new OverlayStore(navigate.overlaysOfPage()),
  }
}
