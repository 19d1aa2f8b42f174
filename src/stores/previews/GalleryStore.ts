import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { Item } from '@/contract/entities'
import type { SortDirection } from '@/contract/items/lists'
import type { SiblingSortBy } from '@/contract/previews/siblings'
import { GALLERY_SIBLINGS } from '@/domain/previews/limits'
import type { Turn } from '@/domain/previews/gallery'
import type { Canceler } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import { answerOrReport } from '@/stores/app/reportError'
import { PreviewStore } from './PreviewStore'
import type { PreviewTarget } from './representationRequest'

type Dependencies = ConstructorParameters<typeof PreviewStore>[0]

interface Neighbour {
  fileId: number
  /** Absent for the file opened first, which loads its own item. */
  item?: Item
}

export interface GallerySort {
  by: SiblingSortBy
  direction: SortDirection
}

/** The order of the grid of pictures (AH-39). */
export const byTaken: GallerySort = { by: 'taken', direction: 'desc' }

const steps: Record<Turn, 1 | -1> = { next: 1, previous: -1 }

/** Pictures of the strip on either side of the viewed one. */
const STRIP = 8

/** The file being viewed and, for a picture, its neighbours in the list (PREV-06, PREV-16). */
export class GalleryStore {
  /** Index in the row; the file opened first is 0, so indices stay as neighbours are added. */
  place = 0
  private row: readonly Neighbour[]
  /** The index of `row[0]`. It falls when neighbours are added before that file. */
  private first = 0
  /** Previews of the file being viewed and of those that may be next. */
  private readonly previews = observable.map<number, PreviewStore>({}, { deep: false })
  private isOpen = false
  /** Number of pictures beyond the row on either side; absent until the server has answered. */
  private beyond: Partial<Record<Turn, number>> = {}
  private ended: Turn[] = []
  private asking: Turn[] = []
  private canceler: Canceler = createCanceler()
  private readonly unsubscribe: () => void

  /**
   * @param sort of the list that contains the file; null: the server decides
   * @param begun the preview of the file, where it was begun before
   */
  constructor(
    private readonly deps: Dependencies,
    private target: PreviewTarget,
    readonly sort?: GallerySort | null,
    begun?: PreviewStore,
  ) {
    this.row = [target]
    this.previews.set(target.fileId, begun ?? new PreviewStore(deps, target))
    makeAutoObservable<
      this,
      'deps' | 'target' | 'row' | 'previews' | 'isOpen' | 'beyond' | 'ended' | 'asking' | 'canceler' | 'unsubscribe'
    >(this, {
      deps: false,
      target: false,
      sort: false,
      row: observable.ref,
      previews: false,
      isOpen: false,
      beyond: observable.ref,
      ended: false,
      asking: false,
      canceler: false,
      unsubscribe: false,
    })
    this.unsubscribe = deps.changes.subscribe((change) => {
      if (change.type === 'removed') this.removed(change.typedId)
    })
  }

  /** The file being viewed. */
  get preview(): PreviewStore {
    return this.previews.get(this.neighbourAt(this.place)!.fileId)!
  }

  /** The file being viewed and its known neighbours. */
  get near(): { place: number; preview: PreviewStore }[] {
    return [this.place - 1, this.place, this.place + 1].flatMap((place) => {
      const preview = this.previews.get(this.neighbourAt(place)?.fileId ?? NaN)
      return preview ? { place, preview } : []
    })
  }

  /** Position and number of pictures; null where unknown, and for a single file. */
  get count(): { at: number; of: number } | null {
    const { previous, next } = this.beyond
    if (previous === undefined || next === undefined) return null
    const of = previous + this.row.length + next
    return of > 1 ? { at: previous + this.place - this.first + 1, of } : null
  }

  /** The known pictures around the one being viewed, for the strip below it (AH-39); empty for a single file. */
  get strip(): { place: number; fileId: number; item: Item }[] {
    if (!this.count) return []
    return this.row.flatMap(({ fileId, item = this.previews.get(fileId)?.item ?? undefined }, at) => {
      const place = this.first + at
      return item && Math.abs(place - this.place) <= STRIP ? [{ place, fileId, item }] : []
    })
  }

  canTurn(turn: Turn): boolean {
    return this.neighbourAt(this.place + steps[turn]) !== undefined
  }

  /** Opens the first file; later shows another file or version. Turns to a file that is already in the row. */
  async show(target: PreviewTarget) {
    const { target: before, preview } = this
    if (!this.isOpen) {
      this.isOpen = true
      return this.shown(preview, preview.open())
    }
    if (before.fileId === target.fileId && before.versionId === target.versionId) return
    this.target = target
    const index = this.row.findIndex(({ fileId }) => fileId === target.fileId)
    if (index < 0 || target.versionId !== undefined || before.versionId !== undefined) return this.begin(target)
    this.turnedTo(this.first + index)
  }

  turn(turn: Turn) {
    if (this.canTurn(turn)) this.turnedTo(this.place + steps[turn])
  }

  /** Turns to a picture of the strip. */
  goTo(place: number) {
    if (place !== this.place && this.neighbourAt(place)) this.turnedTo(place)
  }

  dispose() {
    this.unsubscribe()
    this.canceler.cancel()
    for (const preview of this.previews.values()) preview.dispose()
  }

  private neighbourAt(place: number): Neighbour | undefined {
    return this.row[place - this.first]
  }

  /** Starts over with a file that may be in another list. */
  private async begin(target: PreviewTarget) {
    const { preview: before } = this
    this.restart(target)
    const { preview } = this
    await this.shown(preview, preview === before ? preview.show(target) : preview.open())
  }

  private restart(target: PreviewTarget) {
    const { preview: shown } = this
    this.canceler.cancel()
    this.canceler = createCanceler()
    this.beyond = {}
    this.ended = []
    this.asking = []
    this.place = 0
    this.first = 0
    for (const [fileId, preview] of this.previews)
      if (preview !== shown || fileId !== target.fileId) this.drop(fileId, preview)
    if (!this.previews.has(target.fileId)) this.previews.set(target.fileId, new PreviewStore(this.deps, target))
    this.row = [target]
  }

  private async shown(preview: PreviewStore, opened: Promise<void>) {
    const { canceler } = this
    await opened
    if (canceler.canceled || preview !== this.preview) return
    // The strip shows it, too, when its preview is no longer held.
    const item = preview.item ?? undefined
    if (item)
      runInAction(() => {
        this.row = this.row.map((one) => (one.fileId === item.id && !one.item ? { ...one, item } : one))
      })
    this.lookAround()
  }

  private turnedTo(place: number) {
    this.place = place
    const { fileId } = this.neighbourAt(place)!
    this.target = { fileId }
    this.makeReady()
    this.preview.markSeen()
    this.lookAround()
  }

  /** Opens the files that may be seen next, and releases distant ones. */
  private makeReady() {
    for (const place of [this.place, this.place + 1, this.place - 1]) {
      const neighbour = this.neighbourAt(place)
      if (!neighbour || this.previews.has(neighbour.fileId)) continue
      const preview = new PreviewStore(this.deps, { fileId: neighbour.fileId }, neighbour.item)
      this.previews.set(neighbour.fileId, preview)
      void preview.open()
    }
    const kept = new Set([-2, -1, 0, 1, 2].map((step) => this.neighbourAt(this.place + step)?.fileId))
    for (const [fileId, preview] of this.previews) if (!kept.has(fileId)) this.drop(fileId, preview)
  }

  private drop(fileId: number, preview: PreviewStore) {
    preview.dispose()
    this.previews.delete(fileId)
  }

  private lookAround() {
    if (this.preview.kind !== 'image_1024' || this.target.versionId !== undefined || this.target.file) return
    this.makeReady()
    const before = this.place - this.first
    if (before < GALLERY_SIBLINGS) void this.fetch('previous')
    if (this.row.length - 1 - before < GALLERY_SIBLINGS) void this.fetch('next')
  }

  /** Fetches neighbours. Without an answer the row stays, and the next turn fetches again. */
  private async fetch(turn: Turn) {
    if (this.ended.includes(turn) || this.asking.includes(turn)) return
    const {
      canceler,
      deps: { api, platform },
      sort,
    } = this
    const { fileId } = turn === 'next' ? this.row[this.row.length - 1]! : this.row[0]!
    this.asking.push(turn)
    const request = {
      file_id: fileId,
      extension_category: 'image' as const,
      type: turn === 'next' ? ('right' as const) : ('left' as const),
      num: GALLERY_SIBLINGS,
      ...(this.beyond[turn] === undefined && { with_count: true }),
      ...(sort && { sort_by: sort.by, sort_direction: sort.direction }),
    }
    const call = api.call('POST /apps/files/get_sibling', request, { handledCodes: 'all', canceler })
    const answer = await answerOrReport(platform.clock, call)
    if (canceler.canceled) return
    this.asking = this.asking.filter((one) => one !== turn)
    if (answer) runInAction(() => this.found(turn, answer.siblings, answer.count))
  }

  /**
   * @param siblings in the order of the list
   * @param count the number of all siblings on that side
   */
  private found(turn: Turn, siblings: readonly Item[], count = this.beyond[turn]) {
    const known = new Set(this.row.map(({ fileId }) => fileId))
    const added = siblings.filter(({ id }) => !known.has(id)).map((item) => ({ fileId: item.id, item }))
    const isEnd = siblings.length < GALLERY_SIBLINGS || added.length === 0
    if (isEnd) this.ended.push(turn)
    if (isEnd || count !== undefined)
      this.beyond = { ...this.beyond, [turn]: isEnd ? 0 : Math.max(0, count! - siblings.length) }
    if (added.length === 0) return
    if (turn === 'next') {
      this.row = [...this.row, ...added]
    } else {
      this.row = [...added, ...this.row]
      this.first -= added.length
    }
    this.lookAround()
  }

  /** When the viewed file is removed, the next one is shown, else the one before. */
  private removed(typedId: string) {
    const index = this.row.findIndex(({ fileId }) => `file_${fileId}` === typedId)
    if (index < 0 || this.row.length === 1) return
    const place = this.first + index
    const { fileId } = this.row[index]!
    const isBefore = place < this.place || (place === this.place && index === this.row.length - 1)
    this.row = this.row.filter((_, at) => at !== index)
    if (isBefore) this.first += 1
    this.turnedTo(Math.min(this.place, this.first + this.row.length - 1))
    const gone = this.previews.get(fileId)
    if (gone) this.drop(fileId, gone)
  }
}
