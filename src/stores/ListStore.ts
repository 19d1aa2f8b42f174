import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Configuration } from '@/api/Configuration'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { FrequentItem, Item, PathEntry, Permission } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { canCreateFolderIn, canUploadTo } from '@/domain/items/abilities'
import { hasSortButton, isSameSort, type Sort } from '@/domain/items/sorting'
import { FREQUENT_PAGE_SIZE, LIST_PAGE_SIZE, LIST_SCROLL_DEBOUNCE } from '@/domain/limits'
import { applyChange } from '@/domain/lists/changes'
import { askedFirst, askedNext, failed, noRows, received, wantsMore, type Ask, type HeldRows } from '@/domain/lists/paging'
import { bodyHeight } from '@/domain/lists/slots'
import type { UploadTarget } from '@/domain/transfer/uploads'
import type { Canceler, Clock, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import type { ChangesBus, ItemChange } from './ChangesBus'
import type { FeedbackStore } from './FeedbackStore'
import type { NewFolderPlace } from './ItemActions'
import { readLastList, writeLastList } from './lastList'
import { askForPage, type ListAnswer, type ListAt } from './listSources'
import type { Row } from './rows'

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
  configuration: Configuration
  feedback: FeedbackStore
  storage: Platform['storage']
}

const phaseOfCode: Partial<Record<ErrorCode, ListPhase>> = {
  item_not_found: 'removed',
  item_is_deleted: 'removed',
  permission_denied: 'removed',
  enterprise_expired: 'expired',
  personal_space_closed: 'closed',
}

/** The contents of one place, for one page instance (LIST-03, LIST-04, LIST-06). Made on mount, disposed on unload. */
export class ListStore {
  phase: ListPhase = 'loading'
  /** Why the first page could not be had, or what the server says about the place. */
  trouble: Message | null = null
  held: HeldRows<Row> = noRows()
  sort: Sort | null = null
  path: readonly PathEntry[] = []
  permissions: readonly Permission[] = []
  folder: Item | null = null
  isFavourite = false
  isRefreshing = false
  /** What the next first page is asked for; null leaves the order to the server. */
  private wantedSort: Sort | null = null
  private frequent: ReadonlyMap<string, FrequentItem> = new Map()
  private view: ListView | null = null
  private canceler: Canceler = createCanceler()
  private stopTimer: (() => void) | null = null
  private readonly unsubscribe: () => void

  constructor(private readonly deps: ListDependencies, readonly at: ListAt, private readonly nameHint = '') {
    makeAutoObservable<this, 'deps' | 'nameHint' | 'wantedSort' | 'frequent' | 'view' | 'canceler' | 'stopTimer' | 'unsubscribe'>(this, {
      held: observable.ref,
      sort: observable.ref,
      path: observable.ref,
      permissions: observable.ref,
      folder: observable.ref,
      trouble: observable.ref,
      frequent: observable.ref,
      at: false,
      deps: false,
      wantedSort: false,
      nameHint: false,
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

  /** The name of the place: a folder's or department's own, from the path (API-03); else the space's phrase. */
  get title(): Message {
    const { space } = this.at
    if (space !== 'folder' && space !== 'dept') return { key: `space.${space}` }
    return { text: this.folder?.department?.name ?? this.path[this.path.length - 1]?.name ?? this.nameHint }
  }

  /** The place as the calls name it; null for a whole space. */
  get typedId(): `folder_${number}` | `department_${number}` | null {
    if (this.at.id === undefined) return null
    return this.at.space === 'dept' ? `department_${this.at.id}` : `folder_${this.at.id}`
  }

  /** Where uploads go; null where none can. */
  get uploadTarget(): UploadTarget | null {
    if (!this.canUpload) return null
    return this.at.space === 'own' ? 'folder_0' : this.typedId
  }

  /** Where a new folder is made; null where none can. */
  get newFolderPlace(): NewFolderPlace | null {
    if (!this.canCreateFolder || this.folderId === null) return null
    return { parentFolderId: this.folderId, ...(this.at.space === 'dept' ? { departmentId: this.at.id } : {}) }
  }

  get canSort(): boolean {
    return hasSortButton(this.at.space)
  }

  get canUpload(): boolean {
    return this.phase === 'ready' && canUploadTo(this.permissions)
  }

  get canCreateFolder(): boolean {
    return this.phase === 'ready' && canCreateFolderIn(this.permissions)
  }

  /** Counts and kind of a frequent row. */
  frequentOf(typedId: string): FrequentItem | undefined {
    return this.frequent.get(typedId)
  }

  /** Loads the first page; what was seen last is shown until it comes. */
  async open() {
    this.recalled()
    await this.askFirst()
  }

  /** The pull, the coming back: the rows stay until the answer. */
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
    this.deps.feedback.toast({ key: `sort.toast.${sort.by}.${sort.direction}` })
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

  private async askFirst() {
    this.canceler.cancel()
    this.canceler = createCanceler()
    this.firstAsked()
    await this.ask(this.held.asked!, this.wantedSort)
  }

  private async ask(asked: Ask, sort: Sort | null) {
    const { canceler } = this
    try {
      const answer = await askForPage(this.deps.api, this.at, asked, sort, { quiet: true, canceler })
      if (!canceler.canceled) this.answered(asked, answer)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!canceler.canceled) this.refused(asked, error)
    }
    this.fetchAhead()
  }

  private fetchAhead() {
    const { view, rows } = this
    if (view && wantsMore(this.held, { ...view, bodyHeight: bodyHeight(rows.length) })) void this.loadMore()
  }

  private keep(answer: ListAnswer) {
    const { configuration: { user }, storage } = this.deps
    if (!user) return
    const first = { ...answer, rows: answer.rows.slice(0, LIST_PAGE_SIZE), frequent: answer.frequent.slice(0, LIST_PAGE_SIZE) }
    writeLastList(storage, { userId: user.id, ...this.at, answer: first })
  }

  private recalled() {
    const { configuration: { user }, storage } = this.deps
    const kept = user && readLastList<ListAnswer>(storage, user.id, this.at)
    if (!kept) return
    this.described(kept)
    const ask = { offset: 0, limit: LIST_PAGE_SIZE }
    this.held = received({ ...this.held, asked: ask }, ask, kept)
    this.phase = 'ready'
  }

  private firstAsked() {
    this.held = askedFirst(this.held, this.at.space === 'frequent' ? FREQUENT_PAGE_SIZE : LIST_PAGE_SIZE)
    if (this.phase !== 'ready') this.phase = 'loading'
  }

  private nextAsked() {
    this.held = askedNext(this.held)
  }

  private answered(asked: Ask, answer: ListAnswer) {
    if (asked !== this.held.asked) return
    if (asked.offset === 0) {
      this.described(answer)
      this.keep(answer)
    }
    this.held = received(this.held, asked, answer)
    this.phase = 'ready'
    this.trouble = null
  }

  private sortWanted(sort: Sort) {
    this.wantedSort = sort
  }

  private described(answer: ListAnswer) {
    this.sort = answer.sort
    this.wantedSort = answer.sort
    this.path = answer.path
    this.permissions = answer.permissions
    this.folder = answer.folder
    this.isFavourite = answer.isFavourite
    this.frequent = new Map(answer.frequent.map((entry) => [entry.item.typed_id, entry]))
  }

  /** Rows that are there stay there unless the place itself is refused. */
  private refused(asked: Ask, error: ApiFailure) {
    if (asked !== this.held.asked) return
    const refusal = error.code && phaseOfCode[error.code]
    this.wantedSort = this.sort
    this.held = failed(this.held, asked)
    this.trouble = messageOf(error.failure)
    if (refusal) this.phase = refusal
    else if (this.phase !== 'ready') this.phase = 'failed'
    else if (asked.offset === 0) this.deps.feedback.toast(this.trouble)
  }

  private refreshBegan() {
    this.isRefreshing = true
  }

  private refreshEnded() {
    this.isRefreshing = false
  }

  private changed(change: ItemChange) {
    this.held = applyChange(this.held, change, { space: this.at.space, folderId: this.folderId })
    if (change.type !== 'replaced') return
    const { row } = change
    if (this.folder?.typed_id === row.typed_id && !('frequent' in row)) this.placeChanged(row)
    const isNewFavourite = row.is_frequently_used && !this.rows.some((held) => held.typed_id === row.typed_id)
    if (this.at.space === 'frequent' && isNewFavourite && this.phase === 'ready') void this.refresh()
  }

  private placeChanged(folder: Item) {
    this.folder = folder
    this.isFavourite = folder.is_frequently_used
  }

  /** The folder whose children these are: 0 the own root, null for none. */
  private get folderId(): number | null {
    if (this.at.space === 'own') return 0
    if (this.at.space === 'folder') return this.at.id
    return this.folder?.id ?? null
  }
}
