import type { Item } from '@/contract/entities'
import type { Change } from '@/domain/items/lists/changes'
import type { Row } from './rows'

export type ItemChange = Change<Row>
type Listener = (change: ItemChange) => void

/** Tells every live list what happened to an item; no screen writes into another screen's store. */
export class ChangesBus {
  private readonly listeners = new Set<Listener>()

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  added(row: Item) {
    this.tell({ type: 'added', row })
  }

  replaced(row: Row) {
    this.tell({ type: 'replaced', row })
  }

  removed(typedId: string) {
    this.tell({ type: 'removed', typedId })
  }

  /** Came back from the trash, or by undoing what took it off. */
  restored(row: Item) {
    this.tell({ type: 'restored', row })
  }

  moved(row: Item) {
    this.tell({ type: 'moved', row })
  }

  /** So much happened that lists had better ask anew. */
  stale() {
    this.tell({ type: 'stale' })
  }

  private tell(change: ItemChange) {
    for (const listener of [...this.listeners]) listener(change)
  }
}
