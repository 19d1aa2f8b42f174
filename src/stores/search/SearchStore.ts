import { makeAutoObservable, observable } from 'mobx'
import { SEARCH_DEBOUNCE, SEARCH_MAX_LENGTH } from '@/domain/limits'
import { searchWords } from '@/domain/search/words'
import { firstCodePoints } from '@/domain/text/codePoints'
import type { Clock, SearchIn } from '@/platform/Platform'
import type { ListStore } from '../items/lists/ListStore'
import type { ListLocation } from '@/domain/addresses'
import type { ListSource } from '../items/lists/listSources'

interface Dependencies {
  clock: Clock
  createList(at: ListSource): ListStore
  /** The search changed, and belongs in the page's address (SRCH-04). */
  searched(query: SearchQuery): void
  /** For pickers. */
  foldersOnly?: true
}

export interface SearchQuery {
  /** As typed. */
  text: string
  searchIn: SearchIn
}

type Hidden = 'deps' | 'from' | 'stopTimer'

/** The typed text, the place searched, and the list of results (SRCH-01, SRCH-02). */
export class SearchStore {
  text: string
  searchIn: SearchIn
  /** Null before the first search and after the field was emptied. */
  list: ListStore | null = null
  private stopTimer: (() => void) | null = null

  constructor(
    private readonly deps: Dependencies,
    private readonly from: ListLocation,
    { text, searchIn }: SearchQuery,
  ) {
    this.text = firstCodePoints(text, SEARCH_MAX_LENGTH)
    this.searchIn = this.canChoose ? searchIn : 'all'
    makeAutoObservable<this, Hidden>(this, { list: observable.ref, deps: false, from: false, stopTimer: false })
  }

  /** The frequent space offers no choice: it searches everywhere (SRCH-01). */
  get canChoose(): boolean {
    return this.from.space !== 'frequent'
  }

  /** The words of the list; empty without one. */
  get words(): string {
    return this.list?.at.space === 'search' ? this.list.at.words : ''
  }

  /** Searches as the address says, and again after another sign-in. */
  open() {
    if (this.list) void this.list.open()
    else this.search()
  }

  /** Searches 1000 ms after the last letter (1§5). */
  setText(text: string) {
    this.text = firstCodePoints(text, SEARCH_MAX_LENGTH)
    this.stopTimer?.()
    this.stopTimer = null
    const words = searchWords(this.text)
    if (words === '') this.emptied()
    else if (words !== this.words) this.stopTimer = this.deps.clock.after(SEARCH_DEBOUNCE, () => this.search())
  }

  /** The keyboard's search key: searches at once. */
  submit() {
    this.search()
  }

  choose(searchIn: SearchIn) {
    this.searchIn = searchIn
    this.search()
  }

  dispose() {
    this.stopTimer?.()
    this.list?.dispose()
  }

  /** Ignores an empty query (SRCH-02) and the one that is shown already. */
  private search() {
    this.stopTimer?.()
    this.stopTimer = null
    const words = searchWords(this.text)
    const within = this.searchIn === 'current' ? this.from : null
    const { list } = this
    if (words === '') return
    if (list?.at.space === 'search' && list.at.words === words && list.at.within === within) {
      if (list.phase === 'failed') void list.pages.retry()
      return
    }
    list?.dispose()
    const { foldersOnly } = this.deps
    this.list = this.deps.createList({ space: 'search', words, within, ...(foldersOnly && { foldersOnly }) })
    void this.list.open()
    this.deps.searched({ text: this.text, searchIn: this.searchIn })
  }

  private emptied() {
    if (!this.list) return
    this.list.dispose()
    this.list = null
    this.deps.searched({ text: '', searchIn: this.searchIn })
  }
}
