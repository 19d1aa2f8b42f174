import { observable } from 'mobx'
import { Api } from '@/api/Api'
import { Configuration } from '@/api/Configuration'
import type { Item } from '@/contract/entities'
import type { Sort } from '@/domain/items/sorting'
import type { Platform } from '@/platform/Platform'
import { AppearanceStore } from './AppearanceStore'
import { ChangesBus } from '@/stores/lists/ChangesBus'
import { createReactor } from '@/stores/session/createReactor'
import { FeedbackStore } from './FeedbackStore'
import { ItemActions } from '@/stores/items/ItemActions'
import { LanguageStore } from './LanguageStore'
import type { GuideStore } from './GuideStore'
import type { ListAt } from '@/stores/lists/listSources'
import { ListStore } from '@/stores/lists/ListStore'
import type { NavigationStore } from '@/stores/lists/NavigationStore'
import type { NetworkStore } from './NetworkStore'
import { OverlayStore } from './OverlayStore'
import type { RecentStore } from '@/stores/lists/RecentStore'
import type { SeenLists } from '@/stores/lists/SeenLists'
import { SessionCalls, TOKEN_KEY } from '@/stores/session/SessionCalls'
import { SessionStore } from '@/stores/session/SessionStore'
import type { UpdateStore } from './UpdateStore'
import type { UploadStore } from '@/stores/transfer/UploadStore'

/**
 * Stores whose code comes with the screen that makes them, by `navigationOf`, `recentsOf`, `uploadsOf` and `guidesOf`, or once the first page stands, by
 * `startLate`; null until then.
 */
export interface LateStores {
  navigation: NavigationStore | null
  recents: RecentStore | null
  uploads: UploadStore | null
  guides: GuideStore | null
  /** Items on their way to a picker (AH-10). */
  carried: readonly Item[] | null
  /** Keeps an open list up to date until the answer is called (AH-20); null where the app asks by itself. @param isFree nothing lies over it */
  keepLive: ((list: ListStore, isFree: () => boolean) => () => void) | null
  network: NetworkStore | null
  seen: SeenLists | null
  update: UpdateStore | null
}

/** What the pages get: the stores that live as long as the app, and what a store of their own needs. */
export interface AppStore {
  platform: Platform
  configuration: Configuration
  api: Api
  session: SessionStore
  feedback: FeedbackStore
  language: LanguageStore
  appearance: AppearanceStore
  actions: ItemActions
  changes: ChangesBus
  late: LateStores
  /** `name` is shown until the server tells the place's own; without `sort` the server decides. */
  createList(at: ListAt, name?: string, sort?: Sort): ListStore
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
  const api = new Api({
    platform,
    configuration,
    language: () => language.chosen,
    reactor: (...failure) => reactor(...failure),
  })
  const calls = new SessionCalls({ api, configuration, platform })
  const session = new SessionStore({ calls, configuration, feedback, platform })
  const reactor = createReactor({ feedback, session, navigate })
  const changes = new ChangesBus()
  const late = observable.object<LateStores>(
    {
      navigation: null,
      recents: null,
      uploads: null,
      guides: null,
      carried: null,
      keepLive: null,
      network: null,
      seen: null,
      update: null,
    },
    {},
    { deep: false },
  )
  return {
    platform,
    configuration,
    api,
    session,
    feedback,
    language,
    appearance: new AppearanceStore(platform),
    actions: new ItemActions({ api, changes, feedback }),
    changes,
    late,
    createList: (at, name, sort) =>
      new ListStore({ api, changes, clock, configuration, feedback, late, storage }, at, name, sort),
    createOverlays: () => new OverlayStore(navigate.overlaysOfPage()),
  }
}
