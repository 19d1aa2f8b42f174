import type { Item } from '@/contract/entities'
import type { SelectionStore } from './SelectionStore'

/** Selects, or deselects, all pictures between the first one and the finger (AH-39). Pictures that the finger leaves again are as before. */
export class DragSelection {
  private readonly isAdding: boolean
  private readonly before = new Map<string, { item: Item; wasChosen: boolean }>()

  /** @param from the place of the first picture @param isAdding absent: the opposite of what the first picture is */
  constructor(
    private readonly itemAt: (index: number) => Item | undefined,
    private readonly selection: Pick<SelectionStore, 'has' | 'toggle'>,
    private readonly from: number,
    isAdding?: boolean,
  ) {
    const first = itemAt(from)
    this.isAdding = isAdding ?? !(first && selection.has(first.typed_id))
    this.reach(from)
  }

  /** The finger is over this picture. */
  reach(to: number): void {
    const within = new Set<string>()
    for (let index = Math.min(this.from, to); index <= Math.max(this.from, to); index += 1) {
      const item = this.itemAt(index)
      if (!item) continue
      within.add(item.typed_id)
      if (!this.before.has(item.typed_id))
        this.before.set(item.typed_id, { item, wasChosen: this.selection.has(item.typed_id) })
      this.set(item, this.isAdding)
    }
    for (const [typedId, { item, wasChosen }] of this.before) if (!within.has(typedId)) this.set(item, wasChosen)
  }

  private set(item: Item, isChosen: boolean) {
    if (this.selection.has(item.typed_id) !== isChosen) this.selection.toggle(item)
  }
}
