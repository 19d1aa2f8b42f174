import { baseOf } from '@/domain/addresses'
import type { Entry } from './entries'

/** Addresses inside one page, each with an entry of the browser's history. The page stays mounted. */
export interface InnerAddress {
  /** Path and query of the present address, without base. */
  read(): string
  /** @param isReplacing whether going back skips the present address */
  go(address: string, isReplacing?: boolean): void
  /** Goes back by this number of entries. */
  back(steps: number): void
  /** The number of the present entry. */
  position(): number
  /** Calls back after each move inside the page, also by the browser's buttons. Returns a function that ends this. */
  subscribe(listener: () => void): () => void
}

/**
 * The entry has the page's key, so the router takes a move for a change of overlays. The event makes the router adopt the entry: importing its
 * functions would enlarge the first page.
 * @param path the beginning of all addresses of the page
 */
export function innerAddress(path: string): InnerAddress {
  const entry = () => history.state as Entry | null
  return {
    read: () => entry()?.address ?? path,
    go(address, isReplacing = false) {
      const now = entry()
      if (!now) return
      const position = isReplacing ? now.position : now.position + 1
      const next: Entry = { ...now, position, address, overlays: [], scroll: undefined }
      const url = baseOf(location.pathname) + address
      if (isReplacing) history.replaceState(next, '', url)
      else history.pushState(next, '', url)
      window.dispatchEvent(new PopStateEvent('popstate', { state: next }))
    },
    back: (steps) => history.go(-steps),
    position: () => entry()?.position ?? 0,
    subscribe(listener) {
      const { key } = entry() ?? {}
      const onStep = () => {
        if (entry()?.key === key) listener()
      }
      window.addEventListener('popstate', onStep)
      return () => window.removeEventListener('popstate', onStep)
    },
  }
}
