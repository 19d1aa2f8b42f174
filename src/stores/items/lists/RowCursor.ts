import { makeAutoObservable } from 'mobx'
import type { Item } from '@/contract/entities'
import type { ListStore } from './ListStore'
import { itemOf, type Row } from './rows'
import type { SelectionStore } from './SelectionStore'

type List = Pick<ListStore, 'photos' | 'rows'>
type Selection = Pick<SelectionStore, 'clear' | 'count' | 'has' | 'items' | 'toggle'>

/** The row at which the mouse or the keyboard is, and what it selects (AH-43). */
export class RowCursor {
  /** Counts the keys that moved it: the row then gets the focus. */
  turn = 0
  /** typed_id of the row; null before the first click or key. */
  private at: string | null = null
  /** typed_id of the row at which a range begins. */
  private from: string | null = null

  constructor(
    private readonly list: List,
    private readonly selection: Selection,
  ) {
    makeAutoObservable<this, 'list' | 'selection' | 'from'>(this, { list: false, selection: false, from: false })
  }

  /** -1 without a row, also when the row left the list or a grid hides the rows. */
  get index(): number {
    return this.list.photos ? -1 : this.indexOf(this.at)
  }

  get row(): Row | null {
    return this.list.rows[this.index] ?? null
  }

  /** What an action is about: the selected items, else the row. */
  get items(): readonly Item[] {
    const item = this.row && itemOf(this.row)
    if (this.selection.count > 0) return this.selection.items
    return item ? [item] : []
  }

  /** Selects a row alone. */
  choose(row: Row) {
    this.put(row)
    this.selection.clear()
    this.selection.toggle(row)
  }

  /** The focus reached a row, which stays as selected as it was. */
  reach(row: Row) {
    this.at = row.typed_id
  }

  /** Adds a row to the selection, or removes it. */
  toggle(row: Row) {
    this.put(row)
    this.selection.toggle(row)
  }

  /** Selects all rows from the beginning of the range to this one. */
  extend(row: Row) {
    const { rows } = this.list
    const to = rows.indexOf(row)
    const from = this.indexOf(this.from ?? this.at)
    if (to < 0 || from < 0) return this.choose(row)
    this.from ??= this.at
    this.at = row.typed_id
    this.selection.clear()
    for (const each of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) this.selection.toggle(each)
  }

  /** Moves by so many rows and selects the row, or the range up to it. @returns false while a grid hides the rows */
  move(by: number, isRange: boolean): boolean {
    if (this.list.photos) return false
    this.turn += 1
    const { rows } = this.list
    const from = this.index >= 0 ? this.index : by > 0 ? -1 : rows.length
    const row = rows[Math.max(0, Math.min(rows.length - 1, from + by))]
    if (row && isRange) this.extend(row)
    else if (row) this.choose(row)
    return true
  }

  /** Selects a row alone, unless it is among several selected ones: what a menu at the pointer is about. */
  pointAt(row: Row) {
    if (this.selection.has(row.typed_id)) this.put(row)
    else this.choose(row)
  }

  /** A deleted item is selected no longer. */
  forget(typedId: string) {
    const item = this.selection.items.find(({ typed_id: id }) => id === typedId)
    if (item) this.selection.toggle(item)
  }

  private put(row: Row) {
    this.at = row.typed_id
    this.from = row.typed_id
  }

  private indexOf(typedId: string | null): number {
    return typedId === null ? -1 : this.list.rows.findIndex((row) => row.typed_id === typedId)
  }
}
