import type { Language, Wording } from '@/contract/entities'
import type { Sort, Space } from '@/domain/items/sorting'
import type { MessageKind } from '@/domain/messages/messages'
import type { ContactChoice } from '@/domain/contacts/contacts'
import type { Look, PhoneMessages, WindowInfo } from './PhoneFacts'
import type { Outgoing } from './Outgoing'
import type { OverlayHost } from './OverlayHost'
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
export type { LiveEvent, Look, OnEvents, PhoneMessages, WindowInfo } from './PhoneFacts'
export type { FolderReader, FoundTree } from './Folders'
export type { KeepRequest, OfflineFiles, OfflinePhone, OpenedBytes } from './OfflineFiles'
export type { Brush, FileTarget, HandOver, Outgoing, Pictures } from './Outgoing'
export type { Overlay, OverlayHost } from './OverlayHost'
export type { Scanner, ScannerPart } from './Scanner'
export type { Recorder, Recording, RecordingRequest, RunningRecording } from './Recorder'
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

/** A place with its own page; the parameters are the same on both builds (RT-04). Some of them are overlays on H5, not pages. */
export type Place =
  /** `sort`: the order in the address. */
  | { page: 'files'; space: Space; id?: string; sort?: Sort }
  /** `refused`: why signing on at a provider failed, a code of the server. */
  | { page: 'login'; redirect?: string; refused?: string }
  | { page: 'security' }
  /** The account with its settings, a top place (AH-47). */
  | { page: 'me' }
  /** The administrators' console; H5 only. */
  | { page: 'admin' }
  /** `by`: the order of its neighbours, where that is not the order of the list. */
  | { page: 'preview'; fileId: number; version?: number; tab?: 'version'; by?: 'taken' }
  /** The message centre. `type` filters it; `id` is the message to open (decisions 4.25). */
  | { page: 'message'; type?: MessageKind; id?: number }
  /** `add`: the folder to add something to, with `chosen` as the item. */
  | { page: 'pick'; action: 'move' | 'copy' | 'add'; typedId: string }
  | { page: 'share'; typedId: string }
  /**
   * The user's share links: all, those of one item, one link's details, or with id 0 what the user received. Then collecting links: all, those of a
   * folder, or one link's details.
   */
  | { page: 'shares'; id?: number; item?: string }
  | { page: 'collects'; id?: number; folder?: number }
  /** The page for handing in files. */
  | { page: 'handIn'; uniqueName: string }
  /** `message`: the message that opened the comments. */
  | { page: 'comments'; typedId: string; message?: number }
  | { page: 'people'; choice: ContactChoice }
  /** The members of a folder (`isInviting` opens the invitation first); who can see an item; an invitation to a folder. */
  | { page: 'members'; folderId: number; isInviting?: true }
  | { page: 'access'; typedId: string }
  | { page: 'invitation'; collabId: number }
  /**
   * A share link, or one item of it by typed_id. `message`: the message that describes the link. `isPrivate`: opened by a private message of
   * WeChat, only for its recipients (AH-26).
   */
  | { page: 'visit'; uniqueName: string; item?: string; message?: number; isPrivate?: true }
  /** A file on a chat's page; `root`: the folder that it was chosen from (2§2). */
  | { page: 'wxPreview'; fileId: number; root?: number }
  /** A share link on a chat's page. `item`: a file of it; `root`: a folder of it; `saved`: it was saved from there (2§2). */
  | {
      page: 'wxShare'
      uniqueName: string
      item?: number
      root?: number
      password?: string
      saved?: true
      isPrivate?: true
    }
  /** The page of a campaign (2§2); H5 only. */
  | { page: 'promotion'; type?: number }
  /** `space` and `id`: the list that opened the search, which `current` refers to. */
  | { page: 'search'; searchIn: SearchIn; text: string; space: Space; id?: string }

/** Searches the list that opened the search, the whole space of that folder, or everywhere (SRCH-01, AH-41). */
export type SearchIn = 'current' | 'space' | 'all'

export type PlaceOf<P extends Place['page']> = Extract<Place, { page: P }>

export interface Navigator {
  /** Opens a place on top of the present page. */
  push(place: Place): Promise<void>
  /** Replaces the present page by a place. */
  replace(place: Place): Promise<void>
  /** Closes all pages and opens a place. */
  relaunch(place: Place): Promise<void>
  /** Goes back one page; to the frequent space if there is no page below. */
  back(): Promise<void>
  /** The number of pages that `back` can go back. */
  depth(): number
  /** The address of the present page and its overlays, for `resume` (only a path of ours). */
  here(): string
  /** Replaces the present page by an address from `here`. Any other address leads to the frequent space. */
  resume(address: string): Promise<void>
  /** Reads the parameters of a page; undefined if they name no place. */
  placeOf<P extends Place['page']>(
    page: P,
    parameters: Readonly<Record<string, string | undefined>>,
  ): PlaceOf<P> | undefined
  /** Leaves the app for an absolute or foreign address (loginUrl, logoutUrl). H5 only; see `can.leave`. */
  leave(url: string): void
  /** Restarts the app at the same place: a reload on H5, a relaunch in the mini-program. */
  restart(): void
  /** The overlays of the top page at the time of the call. */
  overlaysOfPage(): OverlayHost
}

/** A page of the stack: its place, undefined for a page that is none of the app; in a browser its address. */
export interface Step {
  place: Place | undefined
  address?: string
  /** px by which the page is scrolled, per scroller; absent where unknown */
  scroll?: readonly number[]
}

/** The stack of pages, for the bar at the foot (AH-47). Not part of Navigator, to keep the first page small. */
export interface PageStack {
  /** The pages, lowest first. The scroll positions are those of this moment. */
  trail(): readonly Step[]
  /** Goes back to the page at an index of the trail. */
  backTo(index: number): Promise<void>
  /** Opens pages above the present one, lowest first; only the last is shown. */
  open(steps: readonly Step[]): Promise<void>
}

/** The network's quality: `weak` is slow, `offline` carries nothing. */
export type NetworkState = 'online' | 'weak' | 'offline'

/**
 * Reports the phone's view of its network (AH-19), soon after the call and on every change, until the returned function is called. `savesData`:
 * the user wants to save data, even on a good network. Not part of Platform, to keep the first page small.
 */
export type OnNetwork = (listener: (state: NetworkState, savesData?: boolean) => void) => () => void

/** The operator's legal texts: the terms of use and the privacy policy. */
export type LegalText = 'terms' | 'privacy'

/** The abilities of a phone. This interface hides all differences between WeChat and a browser. */
export interface Platform {
  name: 'h5' | 'weapp'
  /** Capabilities that screens check before offering something. */
  can: {
    /** Sessions use a cookie; else an Auth-Token header (CTX-03). */
    cookies: boolean
    /** The system's own viewer opens documents (PREV-08). */
    openDocument: boolean
    /** The phone can save a file from its address. */
    saveByAddress: boolean
    pick: readonly PickSource[]
    /** A foreign address can replace the app. */
    leave: boolean
    /** Picking pictures needs the privacy authorisation (AH-29). */
    privacy: boolean
    /** The phone itself announces that a text was copied. */
    announcesCopy: boolean
  }
  look: Look
  /** The server's origin; '' if addresses are relative to the page's origin. */
  origin: string
  request(request: HttpRequest): Promise<HttpAnswer>
  /** The body of a preloaded reply, by the path of its call; `request` still returns it, too. Absent in the mini-program. */
  preloaded?(path: string): unknown
  /** POSTs the file's bytes: raw on H5, as form field `file` in the mini-program. Throws NoAnswer. */
  upload(request: UploadRequest): Promise<HttpAnswer>
  /** Sends a part of a file, or queries or ends an upload in parts. Throws NoAnswer, FileUnreadable. */
  sendPart(request: PartRequest): Promise<PartAnswer>
  /** The size in bytes of the first part until an interruption. Absent: the whole file, which a browser sends 1.5 times as fast. */
  firstPartSize?: number
  /** The size in bytes of a part after an interruption. */
  partSize: number
  /** Keeps the screen on, and makes a browser ask before leaving the page (AH-04). Ignores a phone's refusal. */
  keepAwake(on: boolean): void
  /** Downloads a document and opens it in the system's viewer, which can forward and save it. Needs the download right. @throws DocumentRefused */
  openDocument(document: DocumentRequest): Promise<void>
  /**
   * Asks the user for files; resolves to an empty list if the user closes the picker. Call it within the user's tap, before any await.
   * A browser's picker has no maximum and may return more files: the caller cuts the list and tells the user.
   * @throws PrivacyRefused, PrivacyUndeclared, PickFailed
   */
  pickFiles(source: PickSource, maximum: number): Promise<PickedFile[]>
  /** Whether the bytes are readable now. H5 reads all of them, so use it only for small files (UPL-03). */
  canRead(file: PickedFile): Promise<boolean>
  /**
   * All bytes of a small file, in base64.
   * @param side px; scales a picture down to this size if the phone can
   * @throws FileUnreadable
   */
  readBase64(file: PickedFile, side?: number): Promise<string>
  /** Releases the resources that `pickFiles` holds for a file; its thumbnail is invalid afterwards. */
  releaseFile(file: PickedFile): void
  /** Makes the system save a file. H5 only; see `can.saveByAddress`. */
  saveByAddress(address: string): void
  /**
   * Copies a text to the clipboard; resolves once it is there. Call it within the user's tap, before any await (AH-08).
   * @throws PrivacyRefused, PrivacyUndeclared, CopyFailed
   */
  copyText(text: string): Promise<void>
  /** Hands files over on phones without `saveByAddress`. On H5 a lazy store of that name replaces it, to keep the first page small. */
  outgoing?: Outgoing
  /** Shows the operator's text at that address ('' if there is none), or WeChat's own guide instead. Absent if a link can open the text. */
  showLegal?(text: LegalText, address: string): Promise<void>
  /** Messages in WeChat or WeCom that notify users while the app is closed (AH-30). Absent on H5. */
  messages?: PhoneMessages
  /** Absent on H5. */
  chats?: Chats
  /** Offers to call a telephone number. */
  dial(number: string): void
  /** Small JSON values that persist. A value that the phone refuses to store lives until the app ends. */
  storage: {
    read<T>(key: string): T | undefined
    write(key: string, value: unknown): void
    remove(key: string): void
    /** Later writes belong to this user. Erases the values of another user. */
    own(userId: number): void
    /** Erases everything except the device's own values (decisions 79). */
    forget(): void
  }
  /** The two language preferences: cookies of 30 days on H5, storage in the mini-program (decisions 33). */
  language: {
    read(): { language?: Language; wording?: Wording }
    /** Leaves an absent preference unchanged. */
    write(choice: { language?: Language; wording?: Wording }): void
  }
  /** Present if picking pictures needs the privacy authorisation (AH-29). */
  privacy?: Privacy
  navigate: Navigator
  /** On H5 a lazy part has it, to keep the first page small. */
  pages?: PageStack
  window(): WindowInfo
  onResize(listener: () => void): () => void
  systemTheme(): 'light' | 'dark'
  onSystemTheme(listener: (theme: 'light' | 'dark') => void): () => void
  /** Calls the listener when the app returns to the foreground, or the browser restores a page from its cache. */
  onShow(listener: () => void): () => void
  /** The data that the server wrote into the page: login state, base and space info; undefined in the mini-program. */
  boot(): unknown
  clock: Clock
}

/** The card of a page in a chat, and the place that it opens (SHARE-12). */
export interface ChatCard {
  title: string
  place: Place
  /** Absolute address of a picture; '' for the app's picture. */
  picture: string
  /** Marks a private card, which nobody can forward; null for other cards. */
  activityId: string | null
}

/** WeChat's chats: forwarded cards, and the groups from which the app is opened (AH-26). */
export interface Chats {
  /** Allows or forbids forwarding the top page as a card. A failure leaves the menu unchanged. @param card null: forbids it */
  offer(card: Pick<ChatCard, 'activityId'> | null): void
  /** The data that WeChat requests when it forwards a page. @param card null: a card without a title that opens WeChat's default page */
  written(card: ChatCard | null): { title: string; path: string; imageUrl: string }
  /** The options of the last entry through a card in a group; null for any other entry. */
  entered(): object | null
  /** Whether the user who entered by a private message is a recipient of it; false also if WeChat gives no answer. */
  isReceiver(): Promise<boolean>
  /** Encrypted data for the server about the group of the last entry, both base64; null if WeChat provides none. */
  group(): Promise<{ encryptedData: string; iv: string } | null>
}

/** WeChat's privacy authorisation. A page shows the question with a `<Button openType='agreePrivacyAuthorization'>` that has an id. */
export interface Privacy {
  /** Calls the listener with the name of the privacy guide. Without a listener the authorisation is refused. */
  onAsk(listener: (guide: string) => void): () => void
  /** WeChat checks that the button of `buttonId` was tapped. After a refusal the question can be asked again. */
  answer(agreed: boolean, buttonId: string): void
  /** Whether WeChat has a page for the privacy guide. */
  hasGuide: boolean
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Minutes to add to UTC for local time, now or at another moment (ms since 1970). */
  zone(at?: number): number
  after(milliseconds: number, run: () => void): () => void
}
