import { makeAutoObservable, observable } from 'mobx'
import { SEARCH_DEBOUNCE, SEARCH_MAX_LENGTH } from '@/domain/limits'
import { filterParameters, hasFilters, noFilters, type SearchFilters } from '@/domain/search/filters'
import { searchWords } from '@/domain/search/words'
import { firstCodePoints } from '@/domain/text/codePoints'
import type { Clock, SearchIn } from '@/platform/Platform'
import type { ListStore } from '../items/lists/ListStore'
import type { ListLocation } from '@/domain/addresses'
import type { ListSource, SearchParameters } from '../items/lists/listSources'

interface Dependencies {
  clock: Clock
  createList(at: ListSource): ListStore
  /** The search changed, and belongs in the page's address (SRCH-04). */
  searched(query: SearchQuery): void
  /** For pickers. */
  foldersOnly?: true
  /** Whether the whole space of a folder can be chosen (AH-41). */
  offersSpace?: true
  /** A search that the user finished typing, or of which the user opened a result (AH-41). */
  meant?(words: string): void
}

export interface SearchQuery {
  /** As typed. */
  text: string
  searchIn: SearchIn
  /** Absent without any. */
  filters?: SearchFilters
}

type Hidden = 'deps' | 'from' | 'stopTimer' | 'shown'

/** The typed text, the place searched, and the list of results (SRCH-01, SRCH-02). */
export class SearchStore {
  text: string
  searchIn: SearchIn
  filters: SearchFilters
  /** Null before the first search and after the field was emptied. */
  list: ListStore | null = null
  private stopTimer: (() => void) | null = null
  /** The place and the filters of the list. */
  private shown: Pick<SearchStore, 'searchIn' | 'filters'> | null = null

  constructor(
    private readonly deps: Dependencies,
    private readonly from: ListLocation,
    { text, searchIn, filters = noFilters }: SearchQuery,
  ) {
    this.text = firstCodePoints(text, SEARCH_MAX_LENGTH)
    this.searchIn = this.scopes.includes(searchIn) ? searchIn : 'all'
    this.filters = filters
    makeAutoObservable<this, Hidden>(this, {
      filters: observable.ref,
      list: observable.ref,
      deps: false,
      from: false,
      stopTimer: false,
      shown: false,
    })
  }

  /** The places to choose from. Only a folder may lie in a larger space. */
  get scopes(): readonly SearchIn[] {
    if (!this.canChoose) return ['all']
    return this.from.space === 'folder' && this.deps.offersSpace ? ['current', 'space', 'all'] : ['current', 'all']
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
    if (words === '' && !hasFilters(this.filters)) this.emptied()
    else if (words !== this.words) this.stopTimer = this.deps.clock.after(SEARCH_DEBOUNCE, () => this.search())
  }

  /** The keyboard's search key: searches at once. */
  submit() {
    this.search()
    this.remember()
  }

  choose(searchIn: SearchIn) {
    this.searchIn = searchIn
    this.search()
  }

  /** Changes one filter or several. Without words, the filters alone find items (AH-41). */
  filter(change: Partial<SearchFilters>) {
    this.filters = { ...this.filters, ...change }
    if (searchWords(this.text) === '' && !hasFilters(this.filters)) this.emptied()
    else this.search()
  }

  /** Searches words of an earlier search again. */
  repeat(words: string) {
    this.setText(words)
    this.submit()
  }

  /** The words are worth remembering. */
  remember() {
    const words = searchWords(this.text)
    if (words !== '') this.deps.meant?.(words)
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
    const { list, searchIn, filters, shown } = this
    if (words === '' && !hasFilters(filters)) return
    if (list && this.words === words && shown?.searchIn === searchIn && shown.filters === filters) {
      if (list.phase === 'failed') void list.pages.retry()
      return
    }
    list?.dispose()
    const within = searchIn === 'all' ? null : this.from
    this.shown = { searchIn, filters }
    this.list = this.deps.createList({ space: 'search', words, within, more: this.readParameters() })
    void this.list.open()
    this.report()
  }

  private readParameters(): SearchParameters {
    const { clock, foldersOnly } = this.deps
    return {
      ...(this.searchIn === 'space' && { whole_space: true }),
      ...(foldersOnly && { file_type_category: 'folder' as const }),
      ...filterParameters(this.filters, clock.now() / 1000, (seconds) => clock.zone(seconds * 1000)),
    }
  }

  private report() {
    const { text, searchIn, filters } = this
    this.deps.searched({ text, searchIn, ...(hasFilters(filters) && { filters }) })
  }

  private emptied() {
    if (!this.list) return
    this.list.dispose()
    this.list = null
    this.deps.searched({ text: '', searchIn: this.searchIn })
  }
}
