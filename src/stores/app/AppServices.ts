import { observable } from 'mobx'
import { Api } from '@/api/Api'
import { SessionContext } from '@/api/SessionContext'
import type { Item } from '@/contract/entities'
import type { OfflinePhone, Outgoing, Pictures, Platform, Recorder, ScannerPart } from '@/platform/Platform'
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
import type { UnsentVoices } from '@/stores/comments/UnsentVoices'
import type { LinkChanges } from '@/stores/shares/LinkChanges'
import type { MessageStore } from '@/stores/messages/MessageStore'
import type { ChosenItems } from '@/stores/items/ChosenItems'
import type { ChosenContacts } from '@/stores/contacts/ChosenContacts'
import { TOKEN_KEY } from '@/stores/session/proof'
import { SessionCalls } from '@/stores/session/SessionCalls'
import { SessionStore } from '@/stores/session/SessionStore'
import type { PreviewsAhead } from '@/stores/previews/PreviewsAhead'
import type { TopPlaces } from './TopPlaces'
import type { UpdateStore } from './UpdateStore'
import type { FolderUploads } from '@/stores/uploads/FolderUploads'
import type { ScanStore } from '@/stores/scans/ScanStore'
import type { UploadStore } from '@/stores/uploads/UploadStore'
import type { DocumentPages } from '@/stores/documents/DocumentPages'
import type { OfflineStore } from '@/stores/offline/OfflineStore'
import type { WaitingNames } from '@/stores/offline/WaitingNames'

/** The stores made after the first page, by name. `xOf` makes one on demand; `startDeferred` makes the others once the first page is shown. */
export interface AppLazyStores {
  navigation: NavigationStore
  recents: RecentStore
  /** Absent in the mini-program, whose previews are a package of their own. */
  previewsAhead: PreviewsAhead
  uploads: UploadStore
  /** Absent where the platform offers no folders. */
  folders: FolderUploads
  guides: GuideStore
  messages: MessageStore
  chosenItems: ChosenItems
  chosenContacts: ChosenContacts
  live: LiveStore
  network: NetworkStore
  listCache: ListCache
  update: UpdateStore
  topPlaces: TopPlaces
  linkChanges: LinkChanges
  pictures: Pictures
  /** Absent where the platform offers no way to pass files on. */
  outgoing: Outgoing
  /** Absent where a phone cannot record. */
  recorder: Recorder
  unsentVoices: UnsentVoices
  /** Absent where a phone cannot draw. */
  scanner: ScannerPart
  scan: ScanStore
  offlinePhone: OfflinePhone
  /** Absent until something is kept. */
  offline: OfflineStore
  waitingNames: WaitingNames
  /** Absent in the mini-program, which shows documents in a web-view. */
  documentPages: DocumentPages
}

export interface VisitedLink {
  /** Whether downloads are counted against a limit (decisions 12). */
  isDownloadLimited: boolean
  /** The app of the visitor's own drive. */
  own: AppServices
}

/** What pages receive: the stores that live as long as the app, and the dependencies of a page's own stores. */
export interface AppServices {
  platform: Platform
  /** ms since 1970; observers are redrawn as time passes. */
  now(): number
  sessionContext: SessionContext
  api: Api
  session: SessionStore
  feedback: FeedbackStore
  language: LanguageStore
  appearance: AppearanceStore
  changes: ChangesBus
  lazy: LazyStores<AppLazyStores>
  /** Names of the places that the user tapped, by address; also the words to find in a file that a search found. */
  placeNames: Map<string, string>
  /** The files that the user tapped, by id, until their previews take them. */
  tappedFiles: Map<number, Item>
  /** The link that `api` calls for; only on a link's pages. */
  link?: VisitedLink
  /** Another site shows the preview in a frame: nothing but looking is possible (1§6). */
  isOpenPreview?: true
  /** The overlays of the page on top. Call it while a page mounts. */
  createOverlays(): OverlayStore
}

/** Builds the stores on a platform. No call is made before `session.start()`. */
export function createApp(platform: Platform): AppServices {
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
  const tappedFiles = new Map<number, Item>()
  session.onEnd(() => {
    placeNames.clear()
    tappedFiles.clear()
  })
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
    tappedFiles,
    createOverlays: () => new OverlayStore(navigate.overlaysOfPage()),
  }
}
