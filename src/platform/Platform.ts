import type { Language, Wording } from '@/contract/entities'
import type { Sort, Space } from '@/domain/items/sorting'
import type { MessageKind } from '@/domain/messages/kinds'
import type { ContactChoice } from '@/domain/contacts/contacts'
import type { Look, PhoneMessages, WindowInfo } from './PhoneFacts'
import type { Outgoing } from './Outgoing'
import type {
  DocumentRequest,
  HttpAnswer,
  HttpRequest,
  PartAnswer,
  PartRequest,
  PickSource,
  PickedFile,
  UploadRequest,
} from './requests'

export * from './failures'
export * from './privacyFailures'

export type { LiveEvent, Look, OnEvents, PhoneMessages, WindowInfo } from './PhoneFacts'
export type { Brush, FileWay, HandOver, Outgoing, Pictures } from './Outgoing'
export type { Recorder, Recording, RecordingRequest, Taking } from './Recorder'
export type {
  Canceler,
  DocumentRequest,
  FilePart,
  HttpAnswer,
  HttpRequest,
  PartAnswer,
  PartRequest,
  PickSource,
  PickedFile,
  UploadRequest,
} from './requests'

/** A place that has a page of its own; the same parameters on both builds (RT-04). On H5 preview, search, pick, share, people, members and access are overlays of a page. */
export type Place =
  /** `sort`: the order that the address asks for. */
  | { page: 'files'; space: Space; id?: string; sort?: Sort }
  | { page: 'login'; redirect?: string }
  | { page: 'security' }
  | { page: 'preview'; fileId: number; version?: number; tab?: 'version' }
  /** The message centre; a message's type opens it at that kind, and id is the message's (decisions 4.25). */
  | { page: 'message'; type?: MessageKind; id?: number }
  | { page: 'pick'; action: 'move' | 'copy'; typedId: string }
  | { page: 'share'; typedId: string }
  /** The links that the user made: all, those of one item, or one with what was done with it; collecting links: all, of a folder, or one with its people. */
  | { page: 'shares'; id?: number; item?: string }
  | { page: 'collects'; id?: number; folder?: number }
  /** Where others hand files in. */
  | { page: 'handIn'; uniqueName: string }
  /** `message` is the one that it was opened from. */
  | { page: 'comments'; typedId: string; message?: number }
  | { page: 'people'; choice: ContactChoice }
  /** Who works together in a folder, also to invite others first; who can see an item, people and links; an offer of a role on a folder. */
  | { page: 'members'; folderId: number; isInviting?: true }
  | { page: 'access'; typedId: string }
  | { page: 'invitation'; collabId: number }
  /**
   * What a link shows, or one item of it, by its typed_id; `message`: as the message of that id tells of it; `isPrivate`: by a private message of
   * WeChat, for whom it was sent to alone (AH-26).
   */
  | { page: 'visit'; uniqueName: string; item?: string; message?: number; isPrivate?: true }
  /** A file as a chat's page shows it; `root`: the folder that it was chosen from (2§2). */
  | { page: 'wxPreview'; fileId: number; root?: number }
  /** What a link shows as a chat's page shows it: `item` is a file of it, `root` a folder; `saved`: it was saved from there (2§2). */
  | {
      page: 'wxShare'
      uniqueName: string
      item?: number
      root?: number
      password?: string
      saved?: true
      isPrivate?: true
    }
  /** What a campaign leads to (2§2); H5 only. */
  | { page: 'promotion'; type?: number }
  /** `space` and `id`: where it was opened, what `current` means. */
  | { page: 'search'; searchIn: SearchIn; text: string; space: Space; id?: string }

/** In the place where the search was opened, or everywhere (SRCH-01). */
export type SearchIn = 'current' | 'all'

export type PlaceOf<P extends Place['page']> = Extract<Place, { page: P }>

/** One open overlay of a page: its flag in the address and the flag's companions (RT-06, RT-10). */
export interface Overlay {
  flag: string
  value: string
  companions: Record<string, string>
}

/** The overlays of one page, lowest first. H5 keeps them in the address, the mini-program in memory. */
export interface OverlayHost {
  list(): readonly Overlay[]
  open(overlay: Overlay): void
  /** Closes that overlay and those above it, as going back does. Resolves when they are gone. */
  close(flag: string): Promise<void>
  /** Changes companions without a history entry. */
  replace(overlay: Overlay): void
  /** Puts parameters of the page itself into its address, where it has one (RT-05). */
  keep(parameters: Readonly<Record<string, string>>): void
  subscribe(listener: () => void): () => void
}

export interface Navigator {
  /** Opens a place on top of the present one. */
  push(place: Place): Promise<void>
  /** Puts a place instead of the present one. */
  replace(place: Place): Promise<void>
  /** Forgets all pages below and opens a place. */
  relaunch(place: Place): Promise<void>
  /** Goes back one page; to the frequent space when there is none below. */
  back(): Promise<void>
  /** How often `back` can go back. */
  depth(): number
  /** The address of the present page and its overlays, to come back to (a path of our own only). */
  here(): string
  /** Opens an address that `here` gave, instead of the present page; any other leads to the frequent space. */
  resume(address: string): Promise<void>
  /** Reads the parameters of a page; undefined when they name no place. */
  placeOf<P extends Place['page']>(
    page: P,
    parameters: Readonly<Record<string, string | undefined>>,
  ): PlaceOf<P> | undefined
  /** Leaves for an absolute or foreign address (loginUrl, logoutUrl). H5 only; see `can.leave`. */
  leave(url: string): void
  /** Starts the app anew at the same place: a reload on H5, a relaunch in the mini-program. */
  restart(): void
  /** The overlays of the page that is on top when this is called. */
  overlaysOfPage(): OverlayHost
}

/** What the network is good for: `weak` carries little, `offline` nothing. */
export type NetworkState = 'online' | 'weak' | 'offline'

/**
 * Tells how the phone sees its network (AH-19), soon after the call and whenever that changes, until the answer is called. `savesData`: the
 * user wants little sent, however good it is. No part of Platform: a first page has no room for it.
 */
export type OnNetwork = (listener: (state: NetworkState, savesData?: boolean) => void) => () => void

/** What an operator tells those who sign in: the terms of use, and what becomes of personal data. */
export type LegalText = 'terms' | 'privacy'

/** What a phone can do. Everything that differs between WeChat and a browser stands behind this one interface. */
export interface Platform {
  name: 'h5' | 'weapp'
  /** What the screens ask before they offer something. */
  can: {
    /** Sessions live in a cookie; else in an Auth-Token header (CTX-03). */
    cookies: boolean
    /** Documents are opened by the system's own viewer (PREV-08). */
    openDocument: boolean
    /** A file can be saved to the phone by its address. */
    saveByAddress: boolean
    pick: readonly PickSource[]
    /** Whether a foreign address can be opened in place of the app. */
    leave: boolean
    /** Pictures may be picked only after the privacy authorisation (AH-29). */
    privacy: boolean
    /** The phone itself says that something was copied. */
    announcesCopy: boolean
  }
  look: Look
  /** '' where addresses are relative to the page's origin, else the server's origin. */
  origin: string
  request(request: HttpRequest): Promise<HttpAnswer>
  /** The body of an answer that came with the page, by the path of its call, which `request` gives as well; absent in the mini-program. */
  brought?(path: string): unknown
  /** POSTs the file's bytes; raw on H5, as form field `file` in the mini-program. Throws NoAnswer. */
  upload(request: UploadRequest): Promise<HttpAnswer>
  /** Sends a part of a file, or asks about or ends an upload in parts. Throws NoAnswer, FileUnreadable. */
  sendPart(request: PartRequest): Promise<PartAnswer>
  /** Bytes of the first part of a file, while nothing has interrupted it; absent: the whole, which a browser sends half as fast again. */
  firstPartSize?: number
  /** Bytes of a part of what goes on after an interruption. */
  partSize: number
  /** Keeps the screen on and a browser's page from being left without a question, or no longer (AH-04); what the phone refuses is let be. */
  keepAwake(on: boolean): void
  /** Opens a document that the user may keep in the system's viewer, which offers to forward and save it: downloads it first. @throws DocumentRefused */
  openDocument(document: DocumentRequest): Promise<void>
  /**
   * Asks the user for files; resolves to none when they close the picker. Call it within their tap, before any await.
   * A browser's picker knows no maximum and may give more: the caller cuts and says so.
   * @throws PrivacyRefused, PrivacyUndeclared, PickFailed
   */
  pickFiles(source: PickSource, maximum: number): Promise<PickedFile[]>
  /** Whether the bytes can be read now. Reads all of them on H5: ask for small files only (UPL-03). */
  canRead(file: PickedFile): Promise<boolean>
  /**
   * All bytes of a small file, in base64.
   * @param side px: a picture is drawn no larger than that, where the phone can
   * @throws FileUnreadable
   */
  readBase64(file: PickedFile, side?: number): Promise<string>
  /** Lets go of what `pickFiles` holds for a file: its thumbnail is dead afterwards. */
  releaseFile(file: PickedFile): void
  /** Lets the system save a file. H5 only; see `can.saveByAddress`. */
  saveByAddress(address: string): void
  /**
   * Puts a text on the clipboard; resolves only when it is there. Call it within the user's tap, before any await (AH-08).
   * @throws PrivacyRefused, PrivacyUndeclared, CopyFailed
   */
  copyText(text: string): Promise<void>
  /** How a file leaves a phone that saves none by its address. On H5 a lazy store of that name, for a first page has no room for it. */
  outgoing?: Outgoing
  /** Shows a text of the operator's at that address, or WeChat's own in its place ('' where there is no other). Absent where a link does. */
  showLegal?(text: LegalText, address: string): Promise<void>
  /** Messages in WeChat or WeCom, of which users hear while the app is closed (AH-30). Absent on H5. */
  messages?: PhoneMessages
  /** Absent on H5. */
  chats?: Chats
  /** Offers to ring a telephone number. */
  dial(number: string): void
  /** Small values that outlive the app; JSON. What the phone refuses to keep lives until the app ends. */
  storage: {
    read<T>(key: string): T | undefined
    write(key: string, value: unknown): void
    remove(key: string): void
    /** What is written from now on is this user's; what another one left is erased. */
    own(userId: number): void
    /** Erases all but what is the device's own (decisions 79). */
    forget(): void
  }
  /** The two language preferences: cookies of 30 days on H5, storage in the mini-program (decisions 33). */
  language: {
    read(): { language?: Language; wording?: Wording }
    /** Leaves what it does not name as it was. */
    write(choice: { language?: Language; wording?: Wording }): void
  }
  /** Present where pictures may be picked only after the privacy authorisation (AH-29). */
  privacy?: Privacy
  navigate: Navigator
  window(): WindowInfo
  onResize(listener: () => void): () => void
  systemTheme(): 'light' | 'dark'
  onSystemTheme(listener: (theme: 'light' | 'dark') => void): () => void
  /** The app comes back to the foreground, or a page out of the browser's cache. */
  onShow(listener: () => void): () => void
  /** What the server wrote into the page: login state, base and space info; undefined in the mini-program. */
  boot(): unknown
  clock: Clock
}

/** What a chat shows of a page, and what it opens (SHARE-12). */
export interface ChatCard {
  title: string
  place: Place
  /** Absolute address of a picture; '' for that of the app. */
  picture: string
  /** What marks it as one that nobody passes on; null for any other. */
  activityId: string | null
}

/** WeChat's chats: what is forwarded into them, and the groups from which the app is opened (AH-26). */
export interface Chats {
  /** Lets the page on top be forwarded as that card, or no longer; what fails leaves the menu as it was. @param card null: it cannot be */
  offer(card: Pick<ChatCard, 'activityId'> | null): void
  /** What WeChat asks for as it forwards a page. @param card null: one that names nothing and opens the page that WeChat takes */
  written(card: ChatCard | null): { title: string; path: string; imageUrl: string }
  /** How the app was entered last, by a card in a group; null for any other way. */
  entered(): object | null
  /** Whether whoever entered last by a private message is somebody whom it was sent to; false also where WeChat does not tell. */
  isReceiver(): Promise<boolean>
  /** What WeChat tells the server alone of that group, both base64; null where it does not tell. */
  group(): Promise<{ encryptedData: string; iv: string } | null>
}

/** WeChat's privacy authorisation: a page shows who asks, and a `<Button openType='agreePrivacyAuthorization'>` with an id. */
export interface Privacy {
  /** The listener is told the name of the privacy guide. Without one the authorisation counts as refused. */
  onAsk(listener: (guide: string) => void): () => void
  /** `buttonId` is that of the tapped button: WeChat checks that it was tapped. A refusal can be asked again later. */
  answer(agreed: boolean, buttonId: string): void
  /** Whether WeChat has a page of the privacy guide. */
  hasGuide: boolean
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Minutes to add to UTC for local time, now or at another moment (ms since 1970). */
  zone(at?: number): number
  after(milliseconds: number, run: () => void): () => void
}
