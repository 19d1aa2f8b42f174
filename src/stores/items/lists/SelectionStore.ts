import { makeAutoObservable, observable } from 'mobx'
import type { Item } from '@/contract/entities'
import { LIST_MAX_PAGE } from '@/domain/limits'
import type { ListStore } from './ListStore'
import { itemOf, type Row } from './rows'

interface Rules {
  /** Choosing more is blocked (PICK-02). */
  max?: number
  /** Absent where every item can be chosen. */
  canChoose?(item: Item): boolean
}

/** What is chosen of a list (AH-10, PICK-02). */
export class SelectionStore {
  /** While all of a list is being fetched. */
  isGathering = false
  private readonly chosen = observable.map<string, Item>({}, { deep: false })

  constructor(private readonly rules: Rules = {}) {
    makeAutoObservable<this, 'rules'>(this, { rules: false })
  }

  get count(): number {
    return this.chosen.size
  }

  get max(): number | undefined {
    return this.rules.max
  }

  get isFull(): boolean {
    return this.count >= (this.max ?? Infinity)
  }

  /** In the order in which they were chosen. */
  get items(): readonly Item[] {
    return [...this.chosen.values()]
  }

  has(typedId: string): boolean {
    return this.chosen.has(typedId)
  }

  /** Whether a tap can choose this row or let it go. */
  isOpenTo(row: Row): boolean {
    const item = itemOf(row)
    return item !== null && (this.has(row.typed_id) || (!this.isFull && this.rules.canChoose?.(item) !== false))
  }

  /** Chooses a row or lets it go; one that cannot be chosen stays as it is. */
  toggle(row: Row) {
    const item = itemOf(row)
    if (!item || !this.isOpenTo(row)) return
    if (!this.chosen.delete(row.typed_id)) this.chosen.set(row.typed_id, item)
  }

  clear() {
    this.isGathering = false
    this.chosen.clear()
  }

  /** Chooses all rows of a list as they come, until it is whole, something fails or `clear` is called. */
  async chooseAll(list: ListStore) {
    if (this.isGathering) return
    this.began()
    this.choose(list.rows)
    while (
      this.isGathering &&
      !list.pages.held.isComplete &&
      !this.isFull &&
      (await list.pages.loadMany(LIST_MAX_PAGE))
    )
      this.choose(list.rows)
    this.ended()
  }

  private choose(rows: readonly Row[]) {
    if (this.isGathering) for (const row of rows) if (!this.has(row.typed_id)) this.toggle(row)
  }

  private began() {
    this.isGathering = true
  }

  private ended() {
    this.isGathering = false
  }
}
