import * as Y from 'yjs'
import { Axis } from './Axis'
import {
  isCellContent,
  isCellStyle,
  isColumnWidth,
  isFrozenLines,
  isSheetId,
  keyOfCell,
  type CellContent,
  type CellStyle,
  type FrozenLines,
} from './content'
import type { CalculatedSheet } from './formulas/CellGrid'

/** A sheet within a document's state. Of parts that are damaged or absent, it shows nothing. */
export class SheetState {
  constructor(readonly map: Y.Map<unknown>) {}

  get id(): string {
    return String(this.map.get('id') ?? '')
  }

  /** '' for a sheet without a name of its own */
  get name(): string {
    const name = this.map.get('name')
    return typeof name === 'string' ? name : ''
  }

  rows(): Axis {
    return this.axis('rows')
  }

  columns(): Axis {
    return this.axis('columns')
  }

  /** The cells as formulas read them. */
  calculated(rows: Axis = this.rows(), columns: Axis = this.columns()): CalculatedSheet {
    return {
      rows,
      columns,
      contentOf: (row, column) => this.contentOf(row, column),
      keys: () => this.part('cells')?.keys() ?? [],
    }
  }

  contentOf(row: string, column: string): CellContent | null {
    const content = this.part('cells')?.get(keyOfCell(row, column))
    return isCellContent(content) ? content : null
  }

  /** The ids of all cells that hold something, also of those in deleted rows and columns. */
  filledCells(): { row: string; column: string }[] {
    return [...(this.part('cells')?.keys() ?? [])].map((key) => {
      const [row = '', column = ''] = key.split(':')
      return { row, column }
    })
  }

  styleOf(row: string, column: string): CellStyle | null {
    const style = this.part('styles')?.get(keyOfCell(row, column))
    return isCellStyle(style) ? style : null
  }

  widthOf(column: string): number | null {
    const width = this.part('widths')?.get(column)
    return isColumnWidth(width) ? width : null
  }

  /** The ids of the last row and column that do not scroll. */
  get frozenLines(): FrozenLines {
    const frozen = this.map.get('frozen')
    return isFrozenLines(frozen) ? frozen : {}
  }

  /** How many of the first rows and columns do not scroll. */
  frozen({ rows, columns }: { rows: Axis; columns: Axis }): { rows: number; columns: number } {
    const { frozenLines } = this
    const count = (axis: Axis, id: string | undefined) => (id === undefined ? 0 : (axis.spanOf(id)?.last ?? -1) + 1)
    return { rows: count(rows, frozenLines.rows), columns: count(columns, frozenLines.columns) }
  }

  /** A part of the sheet; null where it is absent. */
  part(name: 'cells' | 'styles' | 'widths' | 'deleted'): Y.Map<unknown> | null {
    const part = this.map.get(name)
    return part instanceof Y.Map ? part : null
  }

  ids(name: 'rows' | 'columns'): Y.Array<unknown> | null {
    const ids = this.map.get(name)
    return ids instanceof Y.Array ? ids : null
  }

  private axis(name: 'rows' | 'columns'): Axis {
    const deleted = this.part('deleted')
    const ids = this.ids(name)?.toArray() ?? []
    return new Axis(ids.filter(isSheetId), (id) => deleted?.has(id) ?? false)
  }
}

/** The sheets of a document. */
export function sheetsIn(document: Y.Doc): SheetState[] {
  return document
    .getArray<unknown>('sheets')
    .toArray()
    .flatMap((map) => (map instanceof Y.Map ? [new SheetState(map as Y.Map<unknown>)] : []))
}

/** Rows and columns of a new sheet. */
export const NEW_SHEET = { rows: 100, columns: 26 }

/** An empty sheet, to be inserted among the sheets. @param idOf makes the ids of rows and columns @param size its least rows and columns */
export function newSheet(
  id: string,
  name: string,
  idOf: (of: 'r' | 'c', index: number) => string,
  size = NEW_SHEET,
): Y.Map<unknown> {
  const sheet = new Y.Map<unknown>()
  const ids = (of: 'r' | 'c', count: number) => Y.Array.from(Array.from({ length: count }, (_, at) => idOf(of, at)))
  sheet.set('id', id)
  sheet.set('name', name)
  sheet.set('rows', ids('r', Math.max(size.rows, NEW_SHEET.rows)))
  sheet.set('columns', ids('c', Math.max(size.columns, NEW_SHEET.columns)))
  for (const part of ['cells', 'styles', 'widths', 'deleted']) sheet.set(part, new Y.Map())
  return sheet
}

/** The state of a document with one empty sheet: always the same bytes. */
export function newBook(): Uint8Array {
  const document = new Y.Doc()
  document.clientID = 1
  document.getArray('sheets').push([newSheet('s1', '', (of, index) => `${of}${index + 1}`)])
  const state = Y.encodeStateAsUpdate(document)
  document.destroy()
  return state
}
