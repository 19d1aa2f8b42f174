import { makeAutoObservable, observable } from 'mobx'
import type { Item } from '@/contract/entities'
import { LIST_MAX_PAGE } from '@/domain/listLimits'
import { itemOf, type Row } from './rows'

interface Rules {
  /** The maximum number of chosen rows (PICK-02). */
  max?: number
  /** Absent where every item can be chosen. */
  canChoose?(item: Item): boolean
}

/** All rows of a list, in pages; or all pictures of a grid. */
export interface Gathered {
  rows: readonly Row[]
  pages: { held: { isComplete: boolean }; loadMany(limit: number): Promise<boolean> }
}

/** The chosen rows of a list (AH-10, PICK-02). */
export class SelectionStore {
  /** Whether all rows of the list are being fetched. */
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

  /** In the order of choosing. */
  get items(): readonly Item[] {
    return [...this.chosen.values()]
  }

  has(typedId: string): boolean {
    return this.chosen.has(typedId)
  }

  /** Whether a tap can choose or deselect this row. */
  isOpenTo(row: Row): boolean {
    const item = itemOf(row)
    return item !== null && (this.has(row.typed_id) || (!this.isFull && this.rules.canChoose?.(item) !== false))
  }

  /** Selects or deselects a row; one that cannot be chosen does not change. */
  toggle(row: Row) {
    const item = itemOf(row)
    if (!item || !this.isOpenTo(row)) return
    if (!this.chosen.delete(row.typed_id)) this.chosen.set(row.typed_id, item)
  }

  clear() {
    this.isGathering = false
    this.chosen.clear()
  }

  /** Chooses all rows of a list as they load, until all are loaded, a page fails or `clear` is called. */
  async chooseAll(list: Gathered) {
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
