import { makeAutoObservable, observable } from 'mobx'
import { SEARCH_DEBOUNCE, SEARCH_MAX_LENGTH } from '@/domain/limits'
import { searchWords } from '@/domain/search/words'
import { firstCodePoints } from '@/domain/text/codePoints'
import type { Clock } from '@/platform/Platform'

/** A list of results: contacts, members, people who can see an item, or files and folders. */
export interface Found {
  pages: { phase: string; retry(): Promise<void> }
  open(): Promise<void>
  dispose(): void
}

/** A field that searches while one types, and its results (2§5). */
export class TypedSearch<List extends Found> {
  text = ''
  /** Null before the first search and after the field was emptied. */
  list: List | null = null
  /** The words of the list; '' without one. */
  words = ''
  private stopTimer: (() => void) | null = null

  /** @param find makes the list for the words */
  constructor(
    private readonly clock: Clock,
    private readonly find: (words: string) => List,
  ) {
    makeAutoObservable<this, 'clock' | 'find' | 'stopTimer'>(this, {
      list: observable.ref,
      clock: false,
      find: false,
      stopTimer: false,
    })
  }

  /** Searches 1000 ms after the last letter, for 100 letters at most. */
  setText(text: string) {
    this.text = firstCodePoints(text, SEARCH_MAX_LENGTH)
    this.stop()
    const words = searchWords(this.text)
    if (words === '') this.show('')
    else if (words !== this.words) this.stopTimer = this.clock.after(SEARCH_DEBOUNCE, () => this.submit())
  }

  /** The keyboard's search key: searches at once. */
  submit() {
    this.stop()
    const words = searchWords(this.text)
    if (words === '') return
    if (words === this.words) {
      if (this.list?.pages.phase === 'failed') void this.list.pages.retry()
      return
    }
    this.show(words)
    void this.list?.open()
  }

  dispose() {
    this.stop()
    this.list?.dispose()
  }

  private show(words: string) {
    this.list?.dispose()
    this.list = words === '' ? null : this.find(words)
    this.words = words
  }

  private stop() {
    this.stopTimer?.()
    this.stopTimer = null
  }
}
