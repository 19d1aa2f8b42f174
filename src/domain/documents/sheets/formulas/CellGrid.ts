import type { CellContent } from '../content'
import type { Axes } from './references'

/** The cells of a sheet. */
export interface CalculatedSheet extends Axes {
  contentOf(row: string, column: string): CellContent | null
  /** The keys of the cells that hold something, as `keyOfCell` makes them; others may be among them. */
  keys(): Iterable<string>
}

/** A rectangle of cells by their indices; the ends are included. */
export interface Area {
  top: number
  bottom: number
  left: number
  right: number
}

/** What the shown cells of a sheet hold, by places: a number per cell, so that a range is read without a key per cell. */
export class CellGrid {
  private readonly contents = new Map<number, CellContent>()
  /** The last row and column that have held something; -1 for none. */
  private bottom = -1
  private right = -1

  constructor(private readonly sheet: CalculatedSheet) {
    for (const key of sheet.keys()) this.read(key)
  }

  /** Reads a cell anew. @returns its place; null for a cell that is not shown */
  read(key: string): number | null {
    const [row, column] = key.split(':') as [string, string]
    const place = this.placeOf(row, column)
    if (place === null) return null
    const content = this.sheet.contentOf(row, column)
    if (content === null) this.contents.delete(place)
    else {
      this.contents.set(place, content)
      this.bottom = Math.max(this.bottom, this.rowOf(place))
      this.right = Math.max(this.right, this.columnOf(place))
    }
    return place
  }

  placeOf(row: string, column: string): number | null {
    const [down, across] = [this.sheet.rows.indexOf(row), this.sheet.columns.indexOf(column)]
    return down === null || across === null ? null : this.placeAt(down, across)
  }

  placeAt(row: number, column: number): number {
    return row * this.sheet.columns.length + column
  }

  rowOf(place: number): number {
    return Math.floor(place / this.sheet.columns.length)
  }

  columnOf(place: number): number {
    return place % this.sheet.columns.length
  }

  at(place: number): CellContent | undefined {
    return this.contents.get(place)
  }

  /** A range without the empty cells below and to the right of everything that the sheet holds. */
  filled({ top, bottom, left, right }: Area): Area {
    return { top, bottom: Math.min(bottom, this.bottom), left, right: Math.min(right, this.right) }
  }
}
