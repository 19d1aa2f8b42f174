import type * as Y from 'yjs'
import { cellColors, isCellContent, keyOfCell } from '@/domain/documents/sheets/content'
import { deleteLines, insertLines, writeCells } from '@/stores/documents/sheets/sheetEdits'
import { firstSheet } from '../sheetWriters'
import { pick, type Acknowledge, type Change, type Ledger } from './Ledger'

/** A value that somebody wrote into a cell; null: emptied. */
interface Written {
  by: number
  value: number | null
  isAcknowledged: boolean
}

interface Cell {
  /** In the order of writing. */
  written: Written[]
  /** Whether somebody who may write has deleted its row. */
  isInDeletedRow: boolean
}

/** Most rows that may be deleted: most of the sheet must stay to be written. */
const MOST_DELETED = 60
const ROWS = 40
/** The first columns have one writer each, so that each of their values must stay. */
const COLUMNS = { own: 5, all: 8 }

/** A workbook in which people write numbers into cells, empty and colour them, and insert and delete rows. Each number is written once. */
export class BookLedger implements Ledger {
  private readonly cells = new Map<string, Cell>()
  /** The ids of inserted rows. */
  private readonly inserted = new Map<string, { isAcknowledged: boolean; isAllowed: boolean }>()
  private readonly deleted = new Map<string, { isAcknowledged: boolean }>()

  change(document: Y.Doc, change: Change): Acknowledge | null {
    const { random, number, by, isAllowed } = change
    const sheet = firstSheet(document)
    const [rows, columns] = [sheet.rows().ids.slice(0, ROWS), sheet.columns().ids.slice(0, COLUMNS.all)]
    const row = pick(rows, random)
    const kind = random()
    if (kind < 0.02) return this.insertRow(document, row, change)
    if (kind < 0.03) return this.deleted.size < MOST_DELETED ? this.deleteRow(document, row, change) : null
    const column = random() < 0.6 ? columns[by]! : pick(columns.slice(COLUMNS.own), random)
    if (kind < 0.2) {
      document.transact(() => writeCells(sheet, [{ row, column, style: { fill: pick(cellColors, random) } }]))
      return () => {}
    }
    const written: Written = { by, value: kind < 0.25 ? null : number, isAcknowledged: false }
    if (isAllowed) this.cellAt(keyOfCell(row, column)).written.push(written)
    const content = written.value === null ? null : { v: written.value }
    document.transact(() => writeCells(sheet, [{ row, column, content }]))
    return () => void (written.isAcknowledged = true)
  }

  contents(document: Y.Doc): string {
    const { map } = firstSheet(document)
    const sorted = (name: string) => Object.entries((map.get(name) as Y.Map<unknown>).toJSON()).sort()
    const order = (map.get('rows') as Y.Array<string>).toArray()
    return JSON.stringify([order, sorted('cells'), sorted('styles'), sorted('deleted')])
  }

  faults(document: Y.Doc): string[] {
    const sheet = firstSheet(document)
    const faults: string[] = []
    for (const [key, cell] of this.cells) {
      const content = sheet.part('cells')!.get(key)
      const value = isCellContent(content) && 'v' in content ? Number(content.v) : null
      faults.push(...faultsOf(key, cell, value))
    }
    const rows = (sheet.ids('rows')!.toArray() as string[]).reduce(
      (counts, id) => counts.set(id, (counts.get(id) ?? 0) + 1),
      new Map<string, number>(),
    )
    for (const [id, { isAcknowledged, isAllowed }] of this.inserted) {
      const count = rows.get(id) ?? 0
      if (count > 1 || (isAcknowledged && count === 0)) faults.push(`row ${id} is there ${count} times`)
      if (!isAllowed && count > 0) faults.push(`row ${id} was inserted without the right to`)
    }
    for (const [id, { isAcknowledged }] of this.deleted)
      if (isAcknowledged && !sheet.part('deleted')!.has(id)) faults.push(`the deletion of row ${id} is lost`)
    for (const id of sheet.part('deleted')!.keys())
      if (!this.deleted.has(id)) faults.push(`row ${id} was deleted without the right to`)
    return faults
  }

  private insertRow(document: Y.Doc, beside: string, { isAllowed, random }: Change): Acknowledge {
    const row = { isAcknowledged: false, isAllowed }
    const [id] = insertLines(firstSheet(document), 'rows', 1, { id: beside, isAfter: random() < 0.5 })
    this.inserted.set(id!, row)
    return () => void (row.isAcknowledged = true)
  }

  private deleteRow(document: Y.Doc, id: string, { isAllowed }: Change): Acknowledge {
    const sheet = firstSheet(document)
    const row = this.deleted.get(id) ?? { isAcknowledged: false }
    if (isAllowed) {
      this.deleted.set(id, row)
      for (const column of sheet.columns().ids.slice(0, COLUMNS.all))
        this.cellAt(keyOfCell(id, column)).isInDeletedRow = true
    }
    document.transact(() => deleteLines(sheet, 'rows', [id]))
    return () => void (row.isAcknowledged = true)
  }

  private cellAt(key: string): Cell {
    const cell = this.cells.get(key) ?? { written: [], isInDeletedRow: false }
    this.cells.set(key, cell)
    return cell
  }
}

/** Two values of one cell end as one of both, but nobody's own earlier value comes back. */
function faultsOf(key: string, { written, isInDeletedRow }: Cell, value: number | null): string[] {
  const isEmpty = value === null
  if (isEmpty && (isInDeletedRow || !written.some(({ isAcknowledged }) => isAcknowledged))) return []
  const possible = written.filter((each) => each.value === value)
  if (possible.length === 0)
    return [isEmpty ? `${key} is lost` : `${key} has ${value}, which nobody may have written there`]
  const isNewest = possible.some(({ by }) => {
    const own = written.filter((each) => each.by === by)
    const last = own.map((each) => each.value).lastIndexOf(value)
    return !own.slice(last + 1).some(({ isAcknowledged }) => isAcknowledged)
  })
  return isNewest ? [] : [`${key} has ${value} again`]
}
