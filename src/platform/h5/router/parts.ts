import type { Entry } from './entries'
import type { StackPage } from './pages'

/** The parts of the router for code that loads later. Were it to import the router itself, webpack would split the first page's code for it. */
export const parts = {} as {
  /** The pages, lowest first. */
  stack: readonly StackPage[]
  /** Navigates to an address. @param enter writes the entries of the history */
  openBy(url: string, enter: () => void): Promise<void>
  pushEntry(entry: Entry): void
  /** px of each scroller of a page */
  readScroll(page: HTMLElement): number[]
  replaceEntry(entry: Entry): void
}
