import type { ShareLink } from '@/contract/shares/shares'
import { makeLazy, type HasLazy } from '@/stores/app/LazyStores'

export type LinkChange = { type: 'made' | 'replaced'; link: ShareLink }
type Listener = (change: LinkChange) => void

/** Notifies open lists of what happened to a link; screens never write into each other's stores. */
export class LinkChanges {
  private readonly listeners = new Set<Listener>()

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  announceMade(link: ShareLink) {
    this.tell({ type: 'made', link })
  }

  announceReplaced(link: ShareLink) {
    this.tell({ type: 'replaced', link })
  }

  private tell(change: LinkChange) {
    for (const listener of [...this.listeners]) listener(change)
  }
}

/** The app's only bus of links, made on first use. */
export function linkChangesOf(app: HasLazy<{ linkChanges: LinkChanges }>): LinkChanges {
  return makeLazy(app, 'linkChanges', () => new LinkChanges())
}
