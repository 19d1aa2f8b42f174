import { makeAutoObservable } from 'mobx'
import * as Y from 'yjs'
import {
  compareBooks,
  type BookChanges,
  type CellChange,
  type SheetChanges,
} from '@/domain/documents/sheets/compareBooks'
import { sheetsIn } from '@/domain/documents/sheets/bookState'
import { keyOfCell } from '@/domain/documents/sheets/content'
import type { GridPlace } from '@/domain/previews/grid/gridLayout'
import { BookStore } from './BookStore'

/** A changed cell by its place. */
interface ChangedPlace extends GridPlace {
  sheet: string
}

/** A version of a workbook to read, with what makes it differ from another one (DOC-05). */
export class BookVersion {
  readonly book: BookStore
  /** null without a comparison */
  readonly changes: BookChanges | null
  private readonly places: readonly ChangedPlace[]
  private readonly document: Y.Doc

  /** @param earlier the state to compare with; null for no comparison @throws RangeError if the bytes are no state */
  constructor(state: Uint8Array, earlier: Uint8Array | null) {
    this.document = documentOf(state)
    this.changes = earlier && compared(this.document, earlier)
    this.places = this.changes ? placesIn(this.document, this.changes) : []
    const session = { document: this.document, provider: { awareness: null }, describeUnsaved: () => '' }
    this.book = new BookStore(session, () => false)
    const [first] = this.places
    if (first) this.book.show(first.sheet)
    makeAutoObservable<this, 'document' | 'places'>(this, {
      book: false,
      changes: false,
      document: false,
      places: false,
    })
  }

  /** The changed cells of the shown sheet. */
  get marks(): SheetChanges | undefined {
    const id = this.book.sheet?.id
    return id === undefined ? undefined : this.changes?.cells.get(id)
  }

  /** How the chosen cell differs; null if it does not. */
  get chosen(): CellChange | null {
    const id = this.book.sheet?.chosenId
    return (id && this.marks?.get(keyOfCell(id.row, id.column))) ?? null
  }

  get hasPlaces(): boolean {
    return this.places.length > 0
  }

  /** Chooses the next changed cell, or the one before, in the order of the sheets; after the last comes the first. */
  go(by: 1 | -1) {
    const { sheet, tabs } = this.book
    const order = tabs.map(({ id }) => id)
    const here = sheet?.chosen && orderOf({ sheet: sheet.id, ...sheet.chosen }, order)
    const { length } = this.places
    const after = here
      ? this.places.filter((place) => isBefore(orderOf(place, order), here)).length
      : by === 1
        ? 0
        : length
    const isHere = here ? this.places[after] && !isBefore(here, orderOf(this.places[after], order)) : false
    const next = this.places[(after + (by === 1 ? (isHere ? 1 : 0) : -1) + length) % length]
    if (!next) return
    this.book.show(next.sheet)
    this.book.sheet?.choose(next)
  }

  dispose() {
    this.book.dispose()
    this.document.destroy()
  }
}

function documentOf(state: Uint8Array): Y.Doc {
  const document = new Y.Doc()
  Y.applyUpdate(document, state)
  return document
}

function compared(now: Y.Doc, earlier: Uint8Array): BookChanges {
  const before = documentOf(earlier)
  try {
    return compareBooks(now, before)
  } finally {
    before.destroy()
  }
}

/** The changed cells by sheets, rows and columns. */
function placesIn(document: Y.Doc, { cells }: BookChanges): ChangedPlace[] {
  return sheetsIn(document).flatMap((sheet) => {
    const [rows, columns] = [sheet.rows(), sheet.columns()]
    const places = [...(cells.get(sheet.id)?.keys() ?? [])].map((key): ChangedPlace => {
      const [row, column] = key.split(':') as [string, string]
      return { sheet: sheet.id, row: rows.indexOf(row)!, column: columns.indexOf(column)! }
    })
    return places.sort((one, other) => one.row - other.row || one.column - other.column)
  })
}

type Order = readonly [sheet: number, row: number, column: number]

function orderOf({ sheet, row, column }: ChangedPlace, sheets: readonly string[]): Order {
  return [sheets.indexOf(sheet), row, column]
}

function isBefore(one: Order, other: Order): boolean {
  const at = one.findIndex((each, index) => each !== other[index])
  return at >= 0 && one[at]! < other[at]!
}
