import type { Entry } from './entries'
import type { StackPage } from './pages'

/** What code that loads later needs of the router. Were it to import the router itself, webpack would split the first page's code for it. */
export const parts = {} as {
  /** The pages, lowest first. */
  stack: readonly StackPage[]
  /** Navigates to an address. @param enter writes the entries of the history */
  openBy(url: string, enter: () => void): Promise<void>
  pushEntry(entry: Entry): void
  replaceEntry(entry: Entry): void
}
