import type { ShareLink } from '@/contract/shares/shares'
import { makeLazy, type HasLazy } from '@/stores/app/LazyStores'

export type LinkChange = { type: 'made' | 'replaced'; link: ShareLink }
type Listener = (change: LinkChange) => void

/** Tells every open list what happened to a link; no screen writes into another screen's store. */
export class LinkChanges {
  private readonly listeners = new Set<Listener>()

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  made(link: ShareLink) {
    this.tell({ type: 'made', link })
  }

  replaced(link: ShareLink) {
    this.tell({ type: 'replaced', link })
  }

  private tell(change: LinkChange) {
    for (const listener of [...this.listeners]) listener(change)
  }
}

/** The app's one bus of links, made by whoever needs it first. */
export function linkChangesOf(app: HasLazy<{ linkChanges: LinkChanges }>): LinkChanges {
  return makeLazy(app, 'linkChanges', () => new LinkChanges())
}
