import { observable } from 'mobx'
import { Api } from '@/api/Api'
import { SessionContext } from '@/api/SessionContext'
import type { Outgoing, Pictures, Platform, Recorder } from '@/platform/Platform'
import { AppearanceStore } from './AppearanceStore'
import { createNow } from './createNow'
import { ChangesBus } from '@/stores/items/lists/ChangesBus'
import { createReactor } from '@/stores/session/createReactor'
import { FeedbackStore } from './FeedbackStore'
import { LanguageStore } from './LanguageStore'
import type { LazyStores } from './LazyStores'
import type { GuideStore } from './GuideStore'
import type { NavigationStore } from '@/stores/items/lists/NavigationStore'
import type { NetworkStore } from './NetworkStore'
import { OverlayStore } from './OverlayStore'
import type { RecentStore } from '@/stores/items/lists/RecentStore'
import type { ListCache } from '@/stores/items/lists/ListCache'
import type { LiveStore } from '@/stores/app/live/LiveStore'
import type { KeptVoices } from '@/stores/comments/KeptVoices'
import type { LinkChanges } from '@/stores/shares/LinkChanges'
import type { MessageStore } from '@/stores/messages/MessageStore'
import type { ChosenItems } from '@/stores/items/ChosenItems'
import type { ChosenContacts } from '@/stores/contacts/ChosenContacts'
import { SessionCalls, TOKEN_KEY } from '@/stores/session/SessionCalls'
import { SessionStore } from '@/stores/session/SessionStore'
import type { UpdateStore } from './UpdateStore'
import type { UploadStore } from '@/stores/uploads/UploadStore'

/** By the name under which `xOf`, or `startDeferred` once the first page stands, makes them. */
export interface AppLazyStores {
  navigation: NavigationStore
  recents: RecentStore
  uploads: UploadStore
  guides: GuideStore
  messages: MessageStore
  chosenItems: ChosenItems
  chosenContacts: ChosenContacts
  live: LiveStore
  network: NetworkStore
  listCache: ListCache
  update: UpdateStore
  linkChanges: LinkChanges
  pictures: Pictures
  /** Where the platform has none of its own. */
  outgoing: Outgoing
  /** Absent where a phone cannot record. */
  recorder: Recorder
  keptVoices: KeptVoices
}

export interface VisitedLink {
  /** What may be downloaded is counted (decisions 12). */
  isDownloadLimited: boolean
  /** The app of whoever visits it. */
  own: AppStore
}

/** What the pages get: the stores that live as long as the app, and what a store of their own needs. */
export interface AppStore {
  platform: Platform
  /** ms since 1970; observers are drawn again as it passes. */
  now(): number
  sessionContext: SessionContext
  api: Api
  session: SessionStore
  feedback: FeedbackStore
  language: LanguageStore
  appearance: AppearanceStore
  changes: ChangesBus
  lazy: LazyStores<AppLazyStores>
  /** What the user tapped is called: of the places they went to, by address. */
  placeNames: Map<string, string>
  /** The link in whose name `api` asks; absent but on its page. */
  link?: VisitedLink
  /** The preview is shown by somebody else, in a frame: it is looked at, and nothing else (1§6). */
  isOpenPreview?: true
  /** The overlays of the page on top; call it while a page mounts. */
  createOverlays(): OverlayStore
}

/** Builds the stores on a platform; nothing is asked before `session.start()`. */
export function createApp(platform: Platform): AppStore {
  const { clock, navigate, storage } = platform
  const sessionContext = new SessionContext({
    origin: platform.origin,
    scenario: platform.can.cookies ? 'web' : 'applet',
    authToken: (!platform.can.cookies && storage.read<string>(TOKEN_KEY)) || '',
  })
  const feedback = new FeedbackStore(clock)
  const language = new LanguageStore({ platform, sessionContext })
  const api = new Api({
    platform,
    sessionContext,
    language: () => language.chosen,
    reactor: (...failure) => reactor(...failure),
  })
  const calls = new SessionCalls({ api, sessionContext, platform })
  const session = new SessionStore({ calls, sessionContext, feedback, platform })
  const reactor = createReactor({ feedback, session, navigate })
  const changes = new ChangesBus()
  const lazy = observable.object<LazyStores<AppLazyStores>>({}, {}, { deep: false })
  const placeNames = new Map<string, string>()
  session.whenEnded(() => placeNames.clear())
  return {
    platform,
    now: createNow(clock),
    sessionContext,
    api,
    session,
    feedback,
    language,
    appearance: new AppearanceStore(platform),
    changes,
    lazy,
    placeNames,
    createOverlays: () => new OverlayStore(navigate.overlaysOfPage()),
  }
}
