import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { ReadingBlock, ReadingHeading, ReadingPiece } from '@/contract/previews/reading'
import type { RevealedRow } from '@/domain/items/lists/measured'
import type { PreviewError } from '@/domain/previews/generation'
import {
  farPieces,
  goalOfShare,
  isWithinMissing,
  missingPieces,
  mountedRows,
  percentAt,
  placeOfGoal,
  rowOfMissing,
  rowOfPlace,
  rowsOfPiece,
  type ReadingGoal,
  type ReadingPlace,
  type ReadingRow,
} from '@/domain/previews/readingColumn'
import { findInPiece, type Found } from '@/domain/previews/readingFind'
import type { ReadingLook } from '@/domain/previews/readingLook'
import type { ReadText } from '@/domain/previews/readingPlaces'
import type { Canceler, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import { ReadingFind } from './ReadingFind'
import { ReadingPlaces } from './ReadingPlaces'
import { previewErrorOf } from '../previewError'
import { Retries } from '../Retries'
import { requestPiece, type OpenedText } from './openedText'

interface Dependencies {
  api: Api
  platform: Pick<Platform, 'clock' | 'storage'>
}

/** rows scrolled before others are rendered */
const STEP = 3

/** The text of a file: its pieces near the reader, the place, and the look (AH-36). */
export class ReadingStore {
  look: ReadingLook
  place: ReadingPlace = { piece: 0, block: 0 }
  /** The row that the screen scrolls to. */
  revealed: RevealedRow = { id: 0, turn: 0, place: 'start' }
  isCut = false
  /** Whether the end of the text is on the screen. */
  private isAtEnd = false
  watermark: string | null = null
  outline: readonly ReadingHeading[] = []
  readonly find: ReadingFind
  private weights: readonly number[] = []
  private rendition: string | null = null
  /** False while only the beginning of the text is made. */
  private isWhole = false
  private readonly loaded = observable.map<number, readonly ReadingBlock[]>([], { deep: false })
  private readonly failedPieces = observable.set<number>()
  private readonly asked = new Map<number, Promise<readonly ReadingBlock[] | null>>()
  /** Where the screen goes once the piece is there. */
  private goal: ReadingGoal | null = null
  /** The share of the text at which it opens, until the screen is there. */
  private share: number | null
  private readonly places: ReadingPlaces
  private readonly retries: Retries
  private readonly text: ReadText | null
  private readonly canceler: Canceler = createCanceler()

  constructor(
    private readonly deps: Dependencies,
    private readonly opened: OpenedText,
    private readonly fail: (reason: PreviewError) => void,
  ) {
    const { clock, storage } = deps.platform
    const { target, version, first, shared } = opened
    this.share = shared.shareOfText
    this.places = new ReadingPlaces(storage)
    this.look = this.places.look
    this.retries = new Retries(clock)
    this.find = new ReadingFind(this, clock)
    this.text = version === null ? null : { version, encoding: target.encoding }
    makeAutoObservable<this, 'deps' | 'opened' | 'fail' | 'weights' | 'asked' | 'canceler'>(this, {
      look: observable.ref,
      place: observable.ref,
      revealed: observable.ref,
      weights: observable.ref,
      find: false,
      deps: false,
      opened: false,
      fail: false,
      asked: false,
      canceler: false,
    })
    this.received(first)
    if (this.openAtShare()) return
    const place = this.share === null ? this.text && this.places.of(this.text) : null
    // A place beyond the beginning is shown once the whole text is there.
    if (place && place.piece < this.pieceCount) this.reveal(place)
    else this.goal = place
  }

  get pieceCount(): number {
    return this.weights.length
  }

  /** All rows of the text, in order. */
  get rows(): ReadingRow[] {
    return this.weights.flatMap((weight, piece) => {
      const blocks = this.loaded.get(piece)
      return blocks ? rowsOfPiece(piece, blocks) : [rowOfMissing(piece, weight)]
    })
  }

  /** The index of the topmost visible row. */
  get at(): number {
    return rowOfPlace(this.rows, this.place)
  }

  /** The range of rows that are rendered; the end is not included. */
  get mounted(): { start: number; end: number } {
    return mountedRows(this.at, this.rows.length)
  }

  get percent(): number {
    return this.isAtEnd ? 100 : percentAt(this.rows, this.at)
  }

  isFailed(piece: number): boolean {
    return this.failedPieces.has(piece)
  }

  /** Loads what is rendered. Call after each change of the rendered rows. */
  fetchMounted() {
    for (const piece of missingPieces(this.rows, this.at)) if (!this.failedPieces.has(piece)) void this.load(piece)
  }

  /** @param at the index of the topmost visible row @param isAtEnd whether the end is visible @param share of the row that is above the screen */
  onScroll(at: number, isAtEnd: boolean, share = 0) {
    this.isAtEnd = isAtEnd
    const row = this.rows[at]
    if (!row) return
    const distance = Math.abs(at - this.at)
    const isWithin = isWithinMissing(row, share)
    if (isWithin) this.goal = { ...row.place, share }
    else if (this.goal?.share !== undefined || distance >= STEP) this.goal = null
    if (distance === 0 || (at > 0 && distance < STEP)) return
    this.place = row.place
    this.share = null
    this.opened.shared.leaveText(this.percent / 100)
    if (this.text) this.places.save(this.text, this.place)
  }

  reveal(place: ReadingPlace) {
    this.show(place)
    this.opened.shared.leaveText(this.percent / 100)
  }

  private show(place: ReadingPlace) {
    this.place = place
    this.goal = this.loaded.has(place.piece) ? null : place
    const row = this.rows[this.at]
    if (row) this.revealed = { id: row.id, turn: this.revealed.turn + 1, place: 'start' }
    if (this.text) this.places.save(this.text, this.place)
  }

  setLook(change: Partial<ReadingLook>) {
    this.look = { ...this.look, ...change }
    this.places.saveLook(this.look)
    // The lines have other heights now.
    this.show(this.place)
  }

  async retry(piece: number) {
    this.failedPieces.delete(piece)
    await this.load(piece)
  }

  /** For the search: a piece is not stored if nobody sees it. */
  async findIn(piece: number, finder: RegExp, most: number): Promise<Found[] | null> {
    const blocks = this.loaded.get(piece) ?? (await this.fetch(piece))
    return blocks && findInPiece(piece, blocks, finder, most)
  }

  dispose() {
    this.canceler.cancel()
    this.retries.stop()
    this.find.stop()
  }

  private async load(piece: number) {
    const blocks = await this.fetch(piece)
    if (!this.canceler.canceled) this.arrived(piece, blocks)
  }

  /** Several requests for a piece are one. */
  private fetch(piece: number): Promise<readonly ReadingBlock[] | null> {
    const running = this.asked.get(piece)
    if (running) return running
    const request = this.ask(piece).finally(() => this.asked.delete(piece))
    this.asked.set(piece, request)
    return request
  }

  private async ask(piece: number): Promise<readonly ReadingBlock[] | null> {
    try {
      const answer = await this.call(piece, false)
      if (this.canceler.canceled || answer.rendition === null) return null
      if (answer.rendition === this.rendition) return answer.blocks
      // The text was made anew, and its pieces may be others. The answer belongs to either text.
      const first = await this.call(0, false)
      if (this.canceler.canceled || first.rendition === null) return null
      this.received(first)
      const again = answer.rendition === this.rendition ? answer : await this.call(piece, false)
      return !this.canceler.canceled && again.rendition === this.rendition ? again.blocks : null
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.refused(error)
      return null
    }
  }

  private async askWhole() {
    try {
      const answer = await this.call(0, true)
      if (this.canceler.canceled) return
      if (answer.rendition !== null && answer.is_whole) return this.received(answer)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.refused(error)
    }
    // After the last retry the reader learns that this is only the beginning.
    const isOver = !this.canceler.canceled && !this.retries.again('whole', () => void this.askWhole())
    if (isOver) this.isCut = true
  }

  private call(piece: number, whole: boolean): Promise<ReadingPiece> {
    return requestPiece(this.deps.api, this.opened.target, { piece, whole }, this.canceler)
  }

  /** A first piece arrived. When a beginning becomes the whole text, the pieces stay up to the first of another weight. */
  private received({ rendition, weights, is_whole: isWhole, is_cut: isCut, watermark, outline, blocks }: ReadingPiece) {
    if (rendition === this.rendition) return
    const known = weights ?? []
    const isAnother = this.rendition !== null
    const other = this.isWhole ? 0 : known.findIndex((weight, piece) => weight !== this.weights[piece])
    for (const piece of [...this.loaded.keys()])
      if (piece >= (other < 0 ? known.length : other)) this.loaded.delete(piece)
    this.rendition = rendition
    this.isWhole = isWhole
    this.weights = known
    this.isCut = isCut
    this.watermark = watermark
    this.outline = outline ?? []
    this.loaded.set(0, blocks)
    this.failedPieces.clear()
    if (!isWhole) void this.askWhole()
    if (!isAnother) return
    const place = this.goal ?? this.place
    if (!this.openAtShare() && !this.loaded.has(place.piece)) this.show(place)
    this.find.onTextChanged()
  }

  private arrived(piece: number, blocks: readonly ReadingBlock[] | null) {
    if (blocks === null && !this.loaded.has(piece)) this.failedPieces.add(piece)
    if (blocks === null) return
    this.loaded.set(piece, blocks)
    for (const far of farPieces([...this.loaded.keys()], this.place.piece)) this.loaded.delete(far)
    if (this.openAtShare()) return
    if (this.goal?.piece === piece) this.show(placeOfGoal(this.goal, blocks))
  }

  /** Shows the start of the piece at the share, and the place within the piece once it is loaded. */
  private openAtShare(): boolean {
    if (this.share === null || !this.isWhole) return false
    const goal = goalOfShare(this.weights, this.share)
    const blocks = this.loaded.get(goal.piece)
    if (blocks) this.share = null
    this.show(blocks ? placeOfGoal(goal, blocks) : { piece: goal.piece, block: 0 })
    return true
  }

  /** Without the right, nothing of the text stays on the screen. */
  private refused(error: ApiFailure) {
    if (this.canceler.canceled) return
    const reason = previewErrorOf(error)
    if (reason === 'permission_denied' || reason === 'file_deleted') this.fail(reason)
  }
}
