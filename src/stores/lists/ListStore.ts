import { makeAutoObservable, observable, when } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { FrequentItem, Item, PathEntry, Permission } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { canCreateFolderIn, canUploadTo } from '@/domain/items/rights'
import { hasSortButton, isSameSort, sortWord, type Sort } from '@/domain/items/sorting'
import { FREQUENT_PAGE_SIZE, LIST_MAX_PAGE, LIST_PAGE_SIZE, LIST_SCROLL_DEBOUNCE } from '@/domain/limits'
import { applyChange } from '@/domain/lists/changes'
import {
  askedFirst,
  askedNext,
  failed,
  noRows,
  received,
  wantsMore,
  type PageRequest,
  type PagedRows,
} from '@/domain/lists/paging'
import { bodyHeight } from '@/domain/lists/slots'
import type { UploadTarget } from '@/domain/transfer/uploads'
import type { Canceler, Clock, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import type { ChangesBus, ItemChange } from './ChangesBus'
import type { FeedbackStore } from '@/stores/shell/FeedbackStore'
import type { LazyStores } from '@/stores/shell/LazyStores'
import type { NewFolderParent } from '@/stores/items/ItemNames'
import type { ListCache } from './ListCache'
import { readCachedList, writeCachedList, type CachedList } from './cachedList'
import { folderIdOf, newFolderParentOf, titleOf, typedIdOf, uploadTargetOf, type LocationId } from './listLocation'
import { askForPage, emptyHead, type ListAnswer, type ListSource, type ListHead } from './listSources'
import { itemOf, rowOfEnterprise, rowOfFrequent, type Row } from './rows'

/**
 * `ready`: rows, or none, are known. `removed`, `expired`, `closed`: the server refuses the place for good (1§8, LIST-05).
 * `failed`: the first page could not be had; `retry` asks again.
 */
export type ListPhase = 'loading' | 'ready' | 'removed' | 'expired' | 'closed' | 'failed'

/** Lengths in px. */
export interface ListView {
  scrollTop: number
  viewportHeight: number
}

export interface ListDependencies {
  api: Api
  changes: ChangesBus
  clock: Clock
  sessionContext: SessionContext
  feedback: FeedbackStore
  storage: Platform['storage']
  lazy: LazyStores<{ listCache: ListCache }>
}

/** How an answer joins the rows held. */
type Take = typeof received<Row>
type Hidden =
  | 'held'
  | 'head'
  | 'deps'
  | 'isRecalled'
  | 'nameHint'
  | 'wantedSort'
  | 'view'
  | 'canceler'
  | 'stopTimer'
  | 'unsubscribe'

const phaseOfCode: Partial<Record<ErrorCode, ListPhase>> = {
  item_not_found: 'removed',
  item_is_deleted: 'removed',
  permission_denied: 'removed',
  enterprise_expired: 'expired',
  personal_space_closed: 'closed',
}

/** How an answer joins rows that are being read; that code comes when it is first needed. */
const renewing = () =>
  import(/* webpackChunkName: "mergeRefresh" */ './mergeRefresh').then(({ mergeRefresh }) => mergeRefresh)

/** The contents of one place, for one page instance (LIST-03, LIST-04, LIST-06). Made on mount, disposed on unload. */
export class ListStore {
  phase: ListPhase = 'loading'
  /** Why the first page could not be had, or what the server says about the place. */
  trouble: Message | null = null
  /** When the first rows were fetched, ms since 1970; undefined where that is unknown. */
  since: number | undefined = undefined
  isRefreshing = false
  private isRecalled = false
  private held: PagedRows<Row> = noRows()
  private head: ListHead = emptyHead
  /** What the user chose here, or the address says; null leaves the order to the server. */
  private wantedSort: Sort | null
  private view: ListView | null = null
  private canceler: Canceler = createCanceler()
  private stopTimer: (() => void) | null = null
  private readonly unsubscribe: () => void

  constructor(
    private readonly deps: ListDependencies,
    readonly at: ListSource,
    private readonly nameHint = '',
    sort: Sort | null = null,
  ) {
    this.wantedSort = sort
    makeAutoObservable<this, Hidden>(this, {
      trouble: observable.ref,
      held: observable.ref,
      head: observable.ref,
      at: false,
      deps: false,
      isRecalled: false,
      nameHint: false,
      wantedSort: false,
      view: false,
      canceler: false,
      stopTimer: false,
      unsubscribe: false,
    })
    this.unsubscribe = deps.changes.subscribe((change) => this.changed(change))
  }

  get rows(): readonly Row[] {
    return this.held.rows
  }

  /** As the server counts; null before the first answer. */
  get total(): number | null {
    return this.held.total
  }

  get isEmpty(): boolean {
    return this.phase === 'ready' && this.rows.length === 0 && this.held.isComplete
  }

  /** What stands below the rows. */
  get footer(): 'none' | 'loading' | 'failed' {
    if (this.phase !== 'ready' || this.rows.length === 0) return 'none'
    if (this.held.hasFailed) return 'failed'
    return this.held.isComplete ? 'none' : 'loading'
  }

  /** The order in force, as the server says; null where the space has none. */
  get sort(): Sort | null {
    return this.head.sort
  }

  /** Whether the rows are all there are. */
  get isWhole(): boolean {
    return this.held.isComplete
  }

  get canSort(): boolean {
    return hasSortButton(this.at.space)
  }

  get title(): Message {
    return titleOf(this.at, this.head, this.nameHint)
  }

  /** The place itself as an item; null for a whole space. */
  get folder(): Item | null {
    return this.head.folder
  }

  /** The place as the calls name it; null for a whole space. */
  get typedId(): LocationId | null {
    return typedIdOf(this.at)
  }

  /** The place as a row that can be a favourite; null for a space that cannot (decisions 4.22). */
  get asRow(): Row | null {
    const {
      at: { space, id },
      head: { folder, path, isFavourite },
    } = this
    if (space !== 'external') return folder
    const [type, number] = id.split('_')
    return type === 'enterprise'
      ? rowOfEnterprise(Number(number), path[path.length - 1]?.name ?? '', isFavourite)
      : null
  }

  /** What the place lies in, root first; empty where that is unknown. */
  get pathAbove(): readonly PathEntry[] {
    return this.head.path.slice(0, -1)
  }

  get isFavourite(): boolean {
    return this.head.isFavourite
  }

  /** What the user may do in the place itself. */
  get permissions(): readonly Permission[] {
    return this.head.permissions
  }

  get canUpload(): boolean {
    return this.phase === 'ready' && canUploadTo(this.head.permissions)
  }

  get canCreateFolder(): boolean {
    return this.phase === 'ready' && canCreateFolderIn(this.head.permissions)
  }

  /** Where uploads go; null where none can. */
  get uploadTarget(): UploadTarget | null {
    return this.canUpload ? uploadTargetOf(this.at) : null
  }

  /** Where a new folder is made; null where none can. */
  get newFolderParent(): NewFolderParent | null {
    return this.canCreateFolder ? newFolderParentOf(this.at, this.head) : null
  }

  /** Of a trash: whose it is, and which others there are. */
  get trash(): ListHead['trash'] {
    return this.head.trash
  }

  /** Counts and kind of a frequent row. */
  frequentOf(typedId: string): FrequentItem | undefined {
    return this.frequent.get(typedId)
  }

  /** Shows what was seen last of the place, before it is opened: an effect may run a frame too late. */
  recall(): this {
    if (this.total === null)
      this.isRecalled = this.recalled(readCachedList(this.deps.storage, this.deps.sessionContext.user, this.at))
    return this
  }

  /** Loads the first page; what was seen last is shown until it comes. Coming back, rows that did not move stay where they are. */
  async open() {
    const isBack = this.recall().total !== null && !this.isRecalled
    this.isRecalled = false
    await this.askFirst(isBack)
  }

  /** Asks for what is read once more and says nothing of it, unless the place is gone; false when no answer came. */
  async again(): Promise<boolean> {
    if (this.phase !== 'ready' || this.held.asked) return true
    this.firstAsked(true)
    return this.ask(this.held.asked!, this.wantedSort, true, true)
  }

  /** The pull: the rows stay until the first page comes and replaces them. */
  async refresh() {
    this.refreshBegan()
    await this.askFirst()
    this.refreshEnded()
  }

  /** After a failure, of the first page or of a later one. */
  async retry() {
    await (this.phase === 'ready' && this.rows.length > 0 ? this.loadMore() : this.askFirst())
  }

  async sortBy(sort: Sort) {
    this.deps.feedback.toast({ key: `sort.toast.${sortWord(this.at.space, sort.by)}.${sort.direction}` })
    if (this.sort && isSameSort(this.sort, sort)) return
    this.sortWanted(sort)
    await this.askFirst()
  }

  /** Asks for the next page; nothing while one is in flight or all is there. */
  async loadMore() {
    const before = this.held.asked
    this.nextAsked()
    const { asked } = this.held
    if (asked && asked !== before) await this.ask(asked, this.sort)
  }

  /** Fetches many rows at once, as choosing all of them needs. Resolves to whether it brought any. */
  async loadMany(): Promise<boolean> {
    const before = this.held.rows
    if (this.held.asked) await when(() => this.held.asked === null)
    this.nextAsked(LIST_MAX_PAGE)
    const { asked } = this.held
    if (asked) await this.ask(asked, this.sort)
    return this.held.rows !== before
  }

  /** The list was scrolled or laid out: fetches ahead at once, then at most every 500 ms (1§9). */
  scrolled(view: ListView) {
    this.view = view
    if (this.stopTimer) return
    this.fetchAhead()
    this.stopTimer = this.deps.clock.after(LIST_SCROLL_DEBOUNCE, () => {
      this.stopTimer = null
      this.fetchAhead()
    })
  }

  /** The page is gone: late answers are dropped, changes no longer heard. */
  dispose() {
    this.unsubscribe()
    this.stopTimer?.()
    this.canceler.cancel()
  }

  private async askFirst(isBack = false) {
    this.canceler.cancel()
    this.canceler = createCanceler()
    this.firstAsked(isBack)
    await this.ask(this.held.asked!, this.wantedSort, isBack)
  }

  private async ask(asked: PageRequest, sort: Sort | null, isBack = false, isQuiet = false): Promise<boolean> {
    const { canceler } = this
    const renew = isBack && renewing()
    try {
      const answer = await askForPage(this.deps.api, this.at, asked, sort, { quiet: true, canceler })
      const take: Take = renew ? (await renew)(this.sort, answer.head.sort) : received
      if (!canceler.canceled) this.answered(asked, answer, take)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (canceler.canceled) return true
      this.refused(asked, error, isQuiet)
      if (isQuiet) return false
    }
    this.fetchAhead()
    return true
  }

  private fetchAhead() {
    const { view, rows } = this
    if (view && wantsMore(this.held, { ...view, bodyHeight: bodyHeight(rows.length) })) void this.loadMore()
  }

  private get frequent(): ReadonlyMap<string, FrequentItem> {
    return new Map(this.head.frequent.map((entry) => [rowOfFrequent(entry).typed_id, entry]))
  }

  /** Whether there was something to show. */
  private recalled(kept: CachedList | null | undefined) {
    if (!kept) return false
    this.head = { ...emptyHead, ...kept.answer.head }
    const asked = askedFirst(this.held)
    this.held = received(asked, asked.asked!, kept.answer)
    this.since = kept.time
    this.phase = 'ready'
    return true
  }

  /** @param isBack all the rows that the server gave, as far as a page holds them */
  private firstAsked(isBack: boolean) {
    const { isComplete, offset, rows } = this.held
    const seen = isComplete ? Math.max(LIST_PAGE_SIZE, rows.length) : offset || LIST_PAGE_SIZE
    const limit = isBack ? Math.min(LIST_MAX_PAGE, seen) : LIST_PAGE_SIZE
    this.held = askedFirst(this.held, this.at.space === 'frequent' ? FREQUENT_PAGE_SIZE : limit)
    if (this.phase !== 'ready') this.phase = 'loading'
  }

  private nextAsked(limit = LIST_PAGE_SIZE) {
    this.held = askedNext(this.held, limit)
  }

  private answered(asked: PageRequest, answer: ListAnswer, take: Take) {
    if (asked.offset === 0) {
      this.head = answer.head
      if (answer.unread !== undefined) this.deps.sessionContext.unreadCounted(answer.unread)
      this.since = this.deps.clock.now()
      this.keep(answer, this.since)
    }
    this.held = take(this.held, asked, answer)
    this.phase = 'ready'
    this.trouble = null
  }

  private keep(answer: ListAnswer, time: number) {
    const {
      sessionContext: { user },
      lazy,
      storage,
    } = this.deps
    if (!user) return
    const list = { userId: user.id, at: this.at, answer, time }
    writeCachedList(storage, list)
    lazy.listCache?.keep(list)
  }

  /** Rows that are there stay there unless the place itself is refused. */
  private refused(asked: PageRequest, error: ApiFailure, isQuiet: boolean) {
    const refusal = error.code && phaseOfCode[error.code]
    this.wantedSort = this.sort
    this.held = isQuiet ? { ...this.held, asked: null } : failed(this.held, asked)
    if (isQuiet && !refusal) return
    this.trouble = messageOf(error.failure)
    if (refusal) this.phase = refusal
    else if (this.phase !== 'ready' && (error.status || !this.recalled(this.deps.lazy.listCache?.of(this.at))))
      this.phase = 'failed'
    else if (asked.offset === 0) this.deps.feedback.toast(this.trouble)
  }

  private sortWanted(sort: Sort) {
    this.wantedSort = sort
  }

  private refreshBegan() {
    this.isRefreshing = true
  }

  private refreshEnded() {
    this.isRefreshing = false
  }

  private changed(told: ItemChange) {
    if (told.type === 'stale') return void this.open()
    const change = this.withFound(told)
    this.held = applyChange(this.held, change, { space: this.at.space, folderId: folderIdOf(this.at, this.head) })
    const isPlace = (typedId: string) => typedId === this.asRow?.typed_id
    if (change.type === 'removed' && isPlace(change.typedId)) this.placeGone()
    if (change.type === 'restored' && isPlace(change.row.typed_id)) void this.open()
    if (change.type !== 'replaced' && change.type !== 'moved') return
    const { row } = change
    if (isPlace(row.typed_id)) this.placeChanged(row)
    const isNewFavourite = row.is_frequently_used && !this.rows.some((held) => held.typed_id === row.typed_id)
    if (this.at.space === 'frequent' && isNewFavourite && this.phase === 'ready') void this.open()
  }

  private placeGone() {
    this.phase = 'removed'
  }

  /** What a search told of an item beside it stays when the item changes. */
  private withFound(change: ItemChange): ItemChange {
    if (this.at.space !== 'search' || !('row' in change)) return change
    const before = this.rows.find((row) => row.typed_id === change.row.typed_id)
    return before ? { ...change, row: { ...before, ...change.row } } : change
  }

  private placeChanged(row: Row) {
    this.head = { ...this.head, folder: itemOf(row), isFavourite: row.is_frequently_used }
  }
}
