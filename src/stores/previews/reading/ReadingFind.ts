import { makeAutoObservable, observable } from 'mobx'
import type { ReadingPlace } from '@/domain/previews/readingColumn'
import { finderOf, firstFrom, isFrom, MOST_FOUND, type Found } from '@/domain/previews/readingFind'
import type { Clock } from '@/platform/Platform'

/** ms after the last letter before the search begins */
const PAUSE = 250

/** The text or table that is searched. */
export interface SearchedText {
  readonly pieceCount: number
  /** Where the reader is. */
  readonly place: ReadingPlace
  /** The places in a piece, at most so many; null: the piece cannot be fetched */
  findIn(piece: number, finder: RegExp, most: number): Promise<readonly Found[] | null>
  /** @param nth of the found places in its block */
  reveal(place: ReadingPlace, nth: number): void
}

/** Finds words in a text or table, piece by piece, and goes from one found place to the next. */
export class ReadingFind {
  isOpen = false
  words = ''
  found: readonly Found[] = []
  /** The index of the found place that is shown; null for none. */
  at: number | null = null
  isSearching = false
  /** Whether a piece could not be searched. */
  isIncomplete = false
  private from: ReadingPlace = { piece: 0, block: 0 }
  private turn = 0
  private stopPause: (() => void) | null = null

  constructor(
    private readonly text: SearchedText,
    private readonly clock: Clock,
  ) {
    makeAutoObservable<this, 'text' | 'clock' | 'from' | 'turn' | 'stopPause'>(this, {
      found: observable.ref,
      text: false,
      clock: false,
      from: false,
      turn: false,
      stopPause: false,
    })
  }

  /** null: nothing is searched */
  get finder(): RegExp | null {
    return this.isOpen ? finderOf(this.words) : null
  }

  get current(): Found | null {
    return this.at === null ? null : (this.found[this.at] ?? null)
  }

  get isFull(): boolean {
    return this.found.length >= MOST_FOUND
  }

  open() {
    this.isOpen = true
    this.from = this.text.place
  }

  /** Opens with words that are found at once (AH-41). */
  seek(words: string) {
    this.open()
    this.setWords(words)
  }

  close() {
    this.isOpen = false
    this.stop()
    this.began()
    this.isSearching = false
    this.words = ''
  }

  setWords(words: string) {
    this.words = words
    this.stop()
    this.began()
    this.isSearching = this.finder !== null
    if (this.isSearching) this.stopPause = this.clock.after(PAUSE, () => void this.search())
  }

  /** The text is another one now, so it is searched again. */
  onTextChanged() {
    if (this.finder !== null) this.setWords(this.words)
  }

  /** Shows the next found place, or the previous one. */
  step(by: 1 | -1) {
    const { length } = this.found
    if (length === 0) return
    this.show(((this.at ?? 0) + by + length) % length)
  }

  stop() {
    this.turn += 1
    this.stopPause?.()
  }

  private async search() {
    const { finder, turn } = this
    if (finder === null) return
    for (let piece = 0; piece < this.text.pieceCount && !this.isFull; piece += 1) {
      const found = await this.text.findIn(piece, finder, MOST_FOUND - this.found.length)
      if (turn !== this.turn) return
      this.searched(piece, found)
    }
    this.ended()
  }

  private searched(piece: number, found: readonly Found[] | null) {
    if (found === null) {
      this.isIncomplete = true
      return
    }
    if (found.length === 0) return
    this.found = [...this.found, ...found]
    // The first place from where the reader is.
    if (this.at === null && piece >= this.from.piece) {
      const first = firstFrom(this.found, this.from)
      if (first > 0 || isFrom(this.found[0]!, this.from)) this.show(first)
    }
  }

  private ended() {
    this.isSearching = false
    if (this.at === null && this.found.length > 0) this.show(0)
  }

  private began() {
    this.found = []
    this.at = null
    this.isIncomplete = false
  }

  private show(at: number) {
    this.at = at
    const { piece, block, nth } = this.found[at]!
    this.text.reveal({ piece, block }, nth)
  }
}
