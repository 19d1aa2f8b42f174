import type { Item } from '@/contract/entities'
import type { Change } from '@/domain/items/lists/changes'
import type { Row } from './rows'

export type ItemChange = Change<Row>
type Listener = (change: ItemChange) => void

/** Notifies open lists of what happened to an item; screens never write into each other's stores. */
export class ChangesBus {
  private readonly listeners = new Set<Listener>()

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  announceAdded(row: Item) {
    this.tell({ type: 'added', row })
  }

  announceReplaced(row: Row) {
    this.tell({ type: 'replaced', row })
  }

  announceRemoved(typedId: string) {
    this.tell({ type: 'removed', typedId })
  }

  /** An item was restored from the trash, or its removal was undone. */
  announceRestored(row: Item) {
    this.tell({ type: 'restored', row })
  }

  announceMoved(row: Item) {
    this.tell({ type: 'moved', row })
  }

  /** Too much changed to report it row by row: lists should fetch again. */
  announceStale() {
    this.tell({ type: 'stale' })
  }

  private tell(change: ItemChange) {
    for (const listener of [...this.listeners]) listener(change)
  }
}
