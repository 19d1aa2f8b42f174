import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Item } from '@/contract/entities'
import type { FolderView } from '@/contract/items/lists'
import { isPhoto } from '@/domain/items/lists/photos'
import { monthsOf, type PhotoMonth } from '@/domain/items/lists/photoLayout'
import { createCanceler } from '@/platform/canceler'
import type { Platform } from '@/platform/Platform'
import type { ChangesBus, ItemChange } from './ChangesBus'
import type { ListSource } from './listSources'
import { itemOf } from './rows'

interface Dependencies {
  api: Api
  changes: ChangesBus
  platform: Pick<Platform, 'clock'>
}

/** The list of the folder. */
interface Place {
  at: ListSource
  header: { folderId: number | null }
  shownAs: FolderView | undefined
}

/** Pictures per request. */
const BLOCK = 200
/** ms; several uploads become one request. */
const GATHER = 500

/**
 * The pictures and videos of a folder, newest original date first (AH-39). The dates of all come first, so that the grid has its height and its months;
 * the pictures themselves are fetched in blocks, when the grid comes near.
 */
export class PhotoStore {
  /** `failed`: the first block could not be loaded; `open` loads it. */
  phase: 'loading' | 'ready' | 'failed' = 'loading'
  error: Message | null = null
  /** seconds */
  dates: readonly number[] = []
  private items: readonly (Item | undefined)[] = []
  private wanted: [from: number, to: number] = [0, 0]
  private isLoading = false
  private isOpening = false
  private canceler = createCanceler()
  private stopTimer = () => {}
  private readonly unsubscribe: () => void

  constructor(
    private readonly deps: Dependencies,
    private readonly place: Place,
  ) {
    makeAutoObservable<
      this,
      'deps' | 'place' | 'items' | 'wanted' | 'isLoading' | 'isOpening' | 'canceler' | 'stopTimer' | 'unsubscribe'
    >(this, {
      error: observable.ref,
      dates: observable.ref,
      items: observable.ref,
      deps: false,
      place: false,
      wanted: false,
      isLoading: false,
      isOpening: false,
      canceler: false,
      stopTimer: false,
      unsubscribe: false,
      pages: false,
    })
    this.unsubscribe = deps.changes.subscribe((change) => this.changed(change))
  }

  get total(): number {
    return this.dates.length
  }

  /** The months of the viewer's time zone. */
  get months(): PhotoMonth[] {
    const { clock } = this.deps.platform
    return monthsOf(this.dates, (at) => clock.zone(at))
  }

  /** The fetched pictures. */
  get rows(): readonly Item[] {
    return this.items.filter((item) => item !== undefined)
  }

  /** For selecting all (`SelectionStore.chooseAll`). */
  readonly pages = {
    held: ((store: PhotoStore) => ({
      get isComplete(): boolean {
        return store.rows.length === store.total
      },
    }))(this),
    loadMany: (): Promise<boolean> => this.loadNext(),
  }

  /** undefined while it is not fetched */
  itemAt(index: number): Item | undefined {
    return this.items[index]
  }

  /** As `open`, unless that is under way. */
  renew(): void {
    if (!this.isOpening) void this.open()
  }

  /** Loads dates and the first block; the pictures stay until the answer. */
  async open(): Promise<void> {
    this.canceler.cancel()
    const canceler = (this.canceler = createCanceler())
    this.isLoading = false
    this.isOpening = true
    try {
      const { items, dates = [] } = await this.ask(0, canceler, true)
      if (canceler.canceled) return
      runInAction(() => {
        const isSame = dates.length === this.total && dates.every((date, at) => date === this.dates[at])
        const before = isSame ? this.items : []
        this.items = dates.map((_, at) => items[at] ?? before[at])
        if (!isSame) this.dates = dates
        this.phase = 'ready'
      })
      void this.fill()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (canceler.canceled || this.phase === 'ready') return
      runInAction(() => {
        this.error = messageOf(error.failure)
        this.phase = 'failed'
        // Without a network the rows are better than nothing.
        if (!error.status) this.place.shownAs = 'list'
      })
    } finally {
      if (this.canceler === canceler) this.isOpening = false
    }
  }

  /** The grid shows these places, or is about to. */
  show(from: number, to: number): void {
    this.wanted = [from, to]
    void this.fill()
  }

  dispose(): void {
    this.unsubscribe()
    this.stopTimer()
    this.canceler.cancel()
  }

  /** Fetches missing blocks, one request at a time: during a fling only the blocks where it ends. */
  private async fill(): Promise<void> {
    if (this.isLoading || this.phase !== 'ready') return
    this.isLoading = true
    const { canceler } = this
    while (!canceler.canceled) {
      const [from, to] = this.wanted
      const missing = this.items.findIndex((item, at) => at >= from && at < to && item === undefined)
      if (missing < 0 || !(await this.load(missing))) break
    }
    if (this.canceler === canceler) this.isLoading = false
  }

  private async loadNext(): Promise<boolean> {
    const missing = this.items.indexOf(undefined)
    return missing < 0 || this.load(missing)
  }

  /** @returns false without an answer, and where the folder has changed */
  private async load(index: number): Promise<boolean> {
    const { canceler } = this
    const offset = index - (index % BLOCK)
    try {
      const { items, total_count: total } = await this.ask(offset, canceler)
      if (canceler.canceled) return false
      if (total !== this.total || items[index - offset] === undefined) {
        this.renewSoon()
        return false
      }
      runInAction(() => {
        this.items = this.items.map((item, at) => items[at - offset] ?? item)
      })
      return true
    } catch (error) {
      if (error instanceof ApiFailure) return false
      throw error
    }
  }

  private ask(offset: number, canceler: ReturnType<typeof createCanceler>, withDates?: true) {
    const { at } = this.place
    const where =
      at.space === 'dept' ? { department_id: Number(at.id) } : { folder_id: at.space === 'folder' ? Number(at.id) : 0 }
    const request = { ...where, offset, limit: BLOCK, ...(withDates && { with_dates: true }) }
    return this.deps.api.call('GET /apps/files/photos', request, { quiet: true, canceler })
  }

  private renewSoon() {
    this.stopTimer()
    this.stopTimer = this.deps.platform.clock.after(GATHER, () => void this.open())
  }

  private changed(change: ItemChange) {
    if (change.type === 'stale') return void this.open()
    if (change.type === 'removed') return this.withdraw(change.typedId)
    const item = itemOf(change.row)
    if (!item) return
    const index = this.items.findIndex((held) => held?.typed_id === item.typed_id)
    const isHere = item.parent_folder_id === this.place.header.folderId
    if (change.type === 'moved' && index >= 0 && !isHere) return this.withdraw(item.typed_id)
    // A new version may have another date.
    const isNew = index < 0 ? isHere && isPhoto(item) : this.items[index]!.file_version_id !== item.file_version_id
    if (isNew || (index >= 0 && !isPhoto(item))) this.renewSoon()
    if (index >= 0) this.items = this.items.map((held, at) => (at === index ? item : held))
  }

  /** A removed picture that was not fetched yet has an unknown place. */
  private withdraw(typedId: string) {
    const index = this.items.findIndex((held) => held?.typed_id === typedId)
    if (index < 0) return typedId.startsWith('file_') && this.rows.length < this.total ? this.renewSoon() : undefined
    this.items = this.items.filter((_, at) => at !== index)
    this.dates = this.dates.filter((_, at) => at !== index)
  }
}
