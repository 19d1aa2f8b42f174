import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { ApiFailure } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'
import type { ErrorCode } from '@/contract/errors'
import type { FolderView } from '@/contract/items/lists'
import { canCreateFolderIn, canUploadTo } from '@/domain/items/rights'
import { hasSortButton, isSameSort, sortWord, type Sort } from '@/domain/items/sorting'
import { FREQUENT_PAGE_SIZE, LIST_MAX_PAGE, LIST_PAGE_SIZE, LIST_SCROLL_DEBOUNCE } from '@/domain/listLimits'
import { applyChange } from '@/domain/items/lists/changes'
import { applyPage, wantsMore, type ListView, type PageRequest } from '@/domain/items/lists/paging'
import type { UploadTarget } from '@/domain/uploads/uploads'
import type { Canceler, Platform } from '@/platform/Platform'
import type { ChangesBus, ItemChange } from './ChangesBus'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import type { LazyStores } from '@/stores/app/LazyStores'
import type { NewFolderParent } from '@/stores/items/ItemNames'
import type { ListCache } from './ListCache'
import { readCachedList, writeCachedList, type CachedList } from './cachedList'
import { ListHeader } from './ListHeader'
import { typedIdOf, uploadTargetOf, type LocationId } from './listLocation'
import { PagedList, type Page } from './PagedList'
import type { PhotoStore } from './PhotoStore'
import { askForPage, preloadedPage, emptyHead, type ListAnswer, type ListHead, type ListSource } from './listSources'
import { itemOf, type Row } from './rows'

/** The server refuses the place permanently (1§8, LIST-05). */
type PlaceRefusal = 'removed' | 'forbidden' | 'expired' | 'closed'

export interface ListDependencies {
  api: Api
  changes: ChangesBus
  sessionContext: SessionContext
  feedback: FeedbackStore
  platform: Pick<Platform, 'clock' | 'storage'>
  lazy: LazyStores<{ listCache: ListCache }>
}

type KeptPage = Pick<CachedList, 'answer' | 'time'>

type Hidden = 'head' | 'deps' | 'isRecalled' | 'wantedSort' | 'view' | 'unsubscribe'

const refusalOfCode: Partial<Record<ErrorCode, PlaceRefusal>> = {
  item_not_found: 'removed',
  item_is_deleted: 'removed',
  // The department is listed only because it leads to a department below it; the user may not open it.
  permission_denied: 'forbidden',
  enterprise_expired: 'expired',
  personal_space_closed: 'closed',
}

/** Merges rows that were fetched again into the rows on screen. The code loads on first use. */
const renewing = () =>
  import(/* webpackChunkName: "mergeRefresh" */ './mergeRefresh').then(({ mergeRefresh }) => mergeRefresh)

/** The contents of one place for one page instance (LIST-03, LIST-04, LIST-06). Created on mount, disposed on unload. */
export class ListStore {
  /** When the first rows were fetched, ms since 1970; undefined where unknown. */
  since: number | undefined = undefined
  private isRecalled = false
  /** Rows, or a grid of pictures: as the server first said, or as chosen since. undefined where there is no choice (AH-39). */
  shownAs: FolderView | undefined = undefined
  /** Set while a grid of pictures is shown instead of the rows (AH-39). */
  photos: PhotoStore | null = null
  readonly pages: PagedList<Row, PlaceRefusal>
  private head: ListHead = emptyHead
  /** The order chosen here or given in the address; null leaves the order to the server. */
  private wantedSort: Sort | null
  private view: ListView | null = null
  private readonly unsubscribe: () => void

  /** @param nameHint shown until the server sends the place's name @param sort null: the server decides */
  constructor(
    private readonly deps: ListDependencies,
    readonly at: ListSource,
    private nameHint = '',
    sort: Sort | null = null,
  ) {
    const { feedback, platform } = deps
    this.wantedSort = sort
    this.pages = new PagedList<Row, PlaceRefusal>(
      { clock: platform.clock, feedback },
      {
        pageSize: this.firstLimit(false),
        pause: LIST_SCROLL_DEBOUNCE,
        fetch: (asked, canceler, isRenewal) => this.fetch(asked, canceler, isRenewal),
        wantsMore: (held) => !this.isRecalled && this.view !== null && wantsMore(held, this.view),
        failed: (error) => this.failed(error),
        // Without a network there are only rows.
        fallback: () => this.recalled(deps.lazy.listCache?.of(at), 'list'),
        settled: () => this.pages.fetchAhead(),
      },
    )
    makeAutoObservable<this, Hidden>(this, {
      head: observable.ref,
      photos: observable.ref,
      pages: false,
      at: false,
      deps: false,
      isRecalled: false,
      wantedSort: false,
      view: false,
      unsubscribe: false,
    })
    this.unsubscribe = deps.changes.subscribe((change) => this.changed(change))
  }

  get phase(): PagedList<Row, PlaceRefusal>['phase'] {
    return this.pages.phase
  }

  get rows(): readonly Row[] {
    return this.pages.held.rows
  }

  /** As the server counts; null before the first answer. */
  get total(): number | null {
    return this.pages.held.total
  }

  /** The order in force, as the server says; null where the space has none. */
  get sort(): Sort | null {
    return this.head.sort
  }

  get header(): ListHeader {
    return new ListHeader(this.at, this.head, this.nameHint)
  }

  get canSort(): boolean {
    return hasSortButton(this.at.space)
  }

  /** The id of the place in calls; null for a whole space. */
  get typedId(): LocationId | null {
    return typedIdOf(this.at)
  }

  get canUpload(): boolean {
    return this.phase === 'ready' && canUploadTo(this.header.permissions)
  }

  get canCreateFolder(): boolean {
    return this.phase === 'ready' && canCreateFolderIn(this.header.permissions)
  }

  /** Where uploads are put; null where the user may not upload. */
  get uploadTarget(): UploadTarget | null {
    return this.canUpload ? uploadTargetOf(this.at) : null
  }

  /** Where the user may create a folder; null where they may not. */
  get newFolderParent(): NewFolderParent | null {
    return this.canCreateFolder ? this.header.newFolderParent : null
  }

  /** Shows preloaded or cached rows during the first render. `open` runs in a React effect, which may be one frame too late. */
  recall(): this {
    const kept = this.total === null && this.known()
    if (kept) {
      this.pages.show(this.recalled(kept)!)
      this.isRecalled = true
    }
    return this
  }

  /**
   * Loads the first page; cached rows are shown until then. When the user returns to the list, the answer is merged into the rows on screen, so that
   * nobody loses their place.
   */
  async open() {
    const isBack = this.recall().total !== null && !this.isRecalled
    this.isRecalled = false
    await this.pages.open(this.firstLimit(isBack), isBack)
  }

  /** Fetches the rows on screen again, without showing a failure unless the place is gone; false when no answer came. */
  again(): Promise<boolean> {
    return this.pages.again(() => this.firstLimit(true))
  }

  /** Sets the name of a place whose list was refused; another call returned the name. */
  setName(name: string) {
    this.nameHint = name
  }

  async sortBy(sort: Sort) {
    this.deps.feedback.toast({ key: `sort.toast.${sortWord(this.at.space, sort.by)}.${sort.direction}` })
    if (this.sort && isSameSort(this.sort, sort)) return
    this.wantedSort = sort
    await this.pages.open()
  }

  /** The list was scrolled or laid out: fetches ahead at once, then at most every 500 ms (1§9). */
  onScroll(view: ListView) {
    this.view = view
    this.pages.onScroll()
  }

  /** The page is unloaded: late answers are dropped, changes no longer received. */
  dispose() {
    this.unsubscribe()
    this.pages.stop()
  }

  private async fetch(asked: PageRequest, canceler: Canceler, isRenewal: boolean): Promise<Page<Row>> {
    const renew = isRenewal && renewing()
    const sort = asked.offset === 0 ? this.wantedSort : this.sort
    const answer = await askForPage(this.deps.api, this.at, asked, sort, { quiet: true, canceler })
    const join = renew ? (await renew)(this.sort, answer.head.sort) : applyPage<Row>
    return { ...answer, join, apply: () => asked.offset === 0 && this.headCame(answer) }
  }

  private known(): KeptPage | null {
    const { api, platform, sessionContext } = this.deps
    const answer = preloadedPage(api, this.at, { offset: 0, limit: this.firstLimit(false) }, this.wantedSort)
    if (answer) return { answer, time: platform.clock.now() }
    return readCachedList(platform.storage, sessionContext.user, this.at)
  }

  /** Shows the header of a stored first page. @returns its rows; null if no page is stored */
  private recalled(kept: KeptPage | null | undefined, view = kept?.answer.head.view): ListAnswer | null {
    if (!kept) return null
    if (kept.answer.head.view) this.shownAs ??= view
    this.head = { ...emptyHead, ...kept.answer.head }
    this.since = kept.time
    return kept.answer
  }

  /** The number of rows to request first. @param isBack true: as many rows as were loaded, at most LIST_MAX_PAGE */
  private firstLimit(isBack: boolean): number {
    if (this.at.space === 'frequent') return FREQUENT_PAGE_SIZE
    if (!isBack) return LIST_PAGE_SIZE
    const { isComplete, offset, rows } = this.pages.held
    const seen = isComplete ? Math.max(LIST_PAGE_SIZE, rows.length) : offset || LIST_PAGE_SIZE
    return Math.min(LIST_MAX_PAGE, seen)
  }

  private headCame(answer: ListAnswer) {
    this.head = answer.head
    // An open list does not turn into a grid by itself.
    this.shownAs ??= answer.head.view
    if (answer.unread !== undefined) this.deps.sessionContext.setUnreadCount(answer.unread)
    this.since = this.deps.platform.clock.now()
    this.keep(answer, this.since)
  }

  private keep(answer: ListAnswer, time: number) {
    const { sessionContext, lazy, platform } = this.deps
    if (!sessionContext.user) return
    const list = { userId: sessionContext.user.id, at: this.at, answer, time }
    writeCachedList(platform.storage, list)
    lazy.listCache?.keep(list)
  }

  private failed({ code }: ApiFailure): PlaceRefusal | undefined {
    this.wantedSort = this.sort
    return code && refusalOfCode[code]
  }

  private changed(told: ItemChange) {
    if (told.type === 'stale') return void this.open()
    const change = this.withFound(told)
    const place = { space: this.at.space, folderId: this.header.folderId }
    this.pages.change((held) => applyChange(held, change, place))
    const isPlace = (typedId: string) => typedId === this.header.asRow?.typed_id
    if (change.type === 'removed' && isPlace(change.typedId)) this.pages.end('removed')
    if (change.type === 'restored' && isPlace(change.row.typed_id)) void this.open()
    if (change.type !== 'replaced' && change.type !== 'moved') return
    const { row } = change
    if (isPlace(row.typed_id)) this.head = { ...this.head, folder: itemOf(row), isFavourite: row.is_frequently_used }
    const isNewFavourite = row.is_frequently_used && !this.rows.some((held) => held.typed_id === row.typed_id)
    if (this.at.space === 'frequent' && isNewFavourite && this.phase === 'ready') void this.open()
  }

  /** In search results, keeps a row's search fields (such as the matching text) when a change replaces the row. */
  private withFound(change: ItemChange): ItemChange {
    if (this.at.space !== 'search' || !('row' in change)) return change
    const before = this.rows.find((row) => row.typed_id === change.row.typed_id)
    return before ? { ...change, row: { ...before, ...change.row } } : change
  }
}
