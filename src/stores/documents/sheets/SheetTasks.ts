import type { Axis } from '@/domain/documents/sheets/Axis'
import { NEW_SHEET, type SheetState } from '@/domain/documents/sheets/bookState'
import {
  COLUMN_WIDTH,
  MOST_COLUMNS,
  MOST_ROWS,
  type CellContent,
  type CellStyle,
} from '@/domain/documents/sheets/content'
import { copiedContent, enteredIn } from '@/domain/documents/sheets/entering'
import { separatedCells, separatedText } from '@/domain/documents/sheets/separated'
import { deleteLines, emptied, insertLines, partOf, type Area, type CellEdit, type CellId } from './sheetEdits'
import type { SheetStore } from './SheetStore'

interface CopiedCell {
  /** Its place then: formulas move by what lies between its row and column now and the place of the copy. */
  id: CellId
  content: CellContent | null
  style: CellStyle
}

interface Copied {
  /** As other programs get it. */
  text: string
  from: SheetState
  cells: CopiedCell[][]
  /** Formulas of a cut cell keep the cells that they name. */
  isCut: boolean
}

/** Rows that the button below the last one adds. */
const MORE_ROWS = 100
/** Cells beyond which only those that hold something are copied or get a style: a workbook has 20 MB */
const MANY_CELLS = 50_000
/** px by which a column becomes wider or narrower */
const WIDER = 40

/** What can be done with the chosen cells, rows and columns of a sheet. */
export class SheetTasks {
  private copied: Copied | null = null

  /** Changes the style of the chosen cells; of very many, only those that hold something. @param change absent fields stay; undefined ones become as usual */
  restyle(sheet: SheetStore, change: CellStyle) {
    sheet.draft.commit()
    const ids = sheet.area && sizeOf(sheet.area) <= MANY_CELLS ? chosenIds(sheet) : filledIds(sheet)
    sheet.write(
      ids.map((id) => {
        const style: Record<string, unknown> = { ...sheet.styleOf(id), ...change }
        for (const key of Object.keys(style)) if (style[key] === undefined) delete style[key]
        return { ...id, style: style as CellStyle }
      }),
    )
  }

  clear(sheet: SheetStore) {
    sheet.draft.discard()
    sheet.write(filledIds(sheet).map((id) => ({ ...id, content: null })))
  }

  /** @returns the chosen cells as text for other programs */
  copy(sheet: SheetStore): string {
    if (!sheet.area) return ''
    sheet.draft.commit()
    const ids = idsIn(sheet, copiedArea(sheet, sheet.area))
    const text = separatedText(ids.map((row) => row.map((id) => sheet.shownOf(id).text)))
    const cells = ids.map((row) => row.map((id) => ({ id, content: sheet.contentOf(id), style: sheet.styleOf(id) })))
    this.copied = { text, from: sheet.state, cells, isCut: false }
    return text
  }

  /** Copies the chosen cells, and empties them. */
  cut(sheet: SheetStore): string {
    const text = this.copy(sheet)
    if (this.copied) this.copied.isCut = true
    this.clear(sheet)
    return text
  }

  /** Pastes a text from the chosen cell on; what was copied here, with its formulas and styles. @returns whether everything fitted */
  paste(sheet: SheetStore, pasted: string): boolean {
    const { area } = sheet
    if (!area || pasted === '') return true
    sheet.draft.discard()
    const text = pasted.replace(/\r\n?/g, '\n')
    const cells = this.copied?.text === text ? copiesOf(this.copied, sheet) : enteredCells(text, sheet)
    // One copied cell fills all chosen ones.
    const isOne = cells.length === 1 && cells[0]!.length === 1
    const { top, left } = area
    const wanted = {
      bottom: isOne ? area.bottom : top + cells.length - 1,
      right: isOne ? area.right : left + cells.reduce((most, { length }) => Math.max(most, length), 0) - 1,
    }
    const bottom = Math.min(wanted.bottom, Math.max(MOST_ROWS, sheet.rows.length) - 1)
    const right = Math.min(wanted.right, Math.max(MOST_COLUMNS, sheet.columns.length) - 1)
    const target = { top, left, bottom, right }
    sheet.step(() => {
      this.makeRoom(sheet, bottom + 1, right + 1)
      const ids = idsIn(sheet, target)
      const at = (down: number, across: number) => (isOne ? cells[0]![0] : cells[down]?.[across])
      sheet.write(ids.flatMap((row, down) => row.flatMap((id, across) => at(down, across)?.(id) ?? [])))
    })
    sheet.chooseArea(target)
    return bottom === wanted.bottom && right === wanted.right
  }

  /** Inserts as many rows or columns as are chosen, beside them. */
  insert(sheet: SheetStore, of: 'rows' | 'columns', isAfter: boolean) {
    const { area } = sheet
    if (!area) return
    const [first, last] = of === 'rows' ? [area.top, area.bottom] : [area.left, area.right]
    const room = (of === 'rows' ? MOST_ROWS : MOST_COLUMNS) - sheet[of].length
    const count = Math.min(last - first + 1, room)
    const id = sheet[of].ids[isAfter ? last : first]
    if (count <= 0 || id === undefined) return
    sheet.draft.commit()
    let made: string[] = []
    sheet.act((state) => (made = insertLines(state, of, count, { id, isAfter })))
    const at = made[0] === undefined ? null : sheet[of].indexOf(made[0])
    if (at === null) return
    const end = at + made.length - 1
    sheet.chooseArea(of === 'rows' ? { ...area, top: at, bottom: end } : { ...area, left: at, right: end })
  }

  /** Deletes the rows or columns of the chosen cells; one always stays. */
  delete(sheet: SheetStore, of: 'rows' | 'columns') {
    const { area } = sheet
    if (!area) return
    const [first, last] = of === 'rows' ? [area.top, area.bottom] : [area.left, area.right]
    const ids = sheet[of].ids.slice(first, last + 1)
    if (ids.length === 0 || ids.length === sheet[of].length) return
    sheet.draft.discard()
    sheet.step(() => {
      sheet.write(emptied(sheet.state, of, ids))
      sheet.act((state) => deleteLines(state, of, ids))
    })
    const chosen = sheet.chosen
    if (chosen) sheet.choose(chosen)
  }

  addRows(sheet: SheetStore) {
    const count = Math.min(MORE_ROWS, MOST_ROWS - sheet.rows.length)
    if (count <= 0) return
    sheet.act((state) => {
      insertLines(state, 'rows', count, null)
      // Two people can have deleted half of them each.
      if (sheet.columns.length === 0) insertLines(state, 'columns', NEW_SHEET.columns, null)
    })
  }

  /** Makes the columns of the chosen cells wider, or narrower. */
  widen(sheet: SheetStore, isWider: boolean) {
    const { area } = sheet
    if (!area) return
    const by = isWider ? WIDER : -WIDER
    sheet.act((state) => {
      for (const id of sheet.columns.ids.slice(area.left, area.right + 1)) {
        const width = (state.widthOf(id) ?? COLUMN_WIDTH.usual) + by
        partOf(state, 'widths').set(id, Math.min(Math.max(width, COLUMN_WIDTH.least), COLUMN_WIDTH.most))
      }
    })
  }

  /** Lets the rows or columns up to the last chosen one scroll no longer; if they do not, lets all of them scroll. */
  freeze(sheet: SheetStore, of: 'rows' | 'columns') {
    const { area, frozen } = sheet
    if (!area) return
    const last = of === 'rows' ? area.bottom : area.right
    const { [of]: _, ...other } = sheet.state.frozenLines
    const id = frozen[of] === last + 1 ? undefined : sheet[of].ids[last]
    sheet.act((state) => state.map.set('frozen', id === undefined ? other : { ...other, [of]: id }))
  }

  /** Adds rows and columns until so many are there, as far as a sheet may have them. */
  private makeRoom(sheet: SheetStore, rows: number, columns: number) {
    const more = (state: SheetState, of: 'rows' | 'columns', wanted: number, most: number) => {
      const count = Math.min(wanted, most) - sheet[of].length
      if (count > 0) insertLines(state, of, count, null)
    }
    if (rows <= sheet.rows.length && columns <= sheet.columns.length) return
    sheet.act((state) => {
      more(state, 'rows', rows, MOST_ROWS)
      more(state, 'columns', columns, MOST_COLUMNS)
    })
  }
}

function idsIn(sheet: SheetStore, { top, bottom, left, right }: Area): CellId[][] {
  const columns = sheet.columns.ids.slice(left, right + 1)
  return sheet.rows.ids.slice(top, bottom + 1).map((row) => columns.map((column) => ({ row, column })))
}

function chosenIds(sheet: SheetStore): CellId[] {
  return sheet.area ? idsIn(sheet, sheet.area).flat() : []
}

function sizeOf({ top, bottom, left, right }: Area): number {
  return (bottom - top + 1) * (right - left + 1)
}

/** Very many cells without the empty rows and columns at their ends. */
function copiedArea(sheet: SheetStore, area: Area): Area {
  if (sizeOf(area) <= MANY_CELLS) return area
  let { top: bottom, left: right } = area
  for (const { row, column } of filledIds(sheet)) {
    bottom = Math.max(bottom, sheet.rows.indexOf(row)!)
    right = Math.max(right, sheet.columns.indexOf(column)!)
  }
  return { ...area, bottom, right }
}

/** The chosen cells that hold something. */
function filledIds(sheet: SheetStore): CellId[] {
  const { area } = sheet
  if (!area) return []
  return sheet.state.filledCells().filter(({ row, column }) => {
    const [down, across] = [sheet.rows.indexOf(row), sheet.columns.indexOf(column)]
    return isBetween(down, area.top, area.bottom) && isBetween(across, area.left, area.right)
  })
}

function isBetween(index: number | null, first: number, last: number): boolean {
  return index !== null && index >= first && index <= last
}

/** What is pasted into a cell. */
type PastedCell = (id: CellId) => CellEdit

function enteredCells(text: string, sheet: SheetStore): PastedCell[][] {
  return separatedCells(text).map((row) =>
    row.map((each) => (id) => {
      const { content, format } = enteredIn(each, sheet)
      const style = sheet.styleOf(id)
      return { ...id, content, ...(format && !style.format && { style: { ...style, format } }) }
    }),
  )
}

function copiesOf({ from, cells, isCut }: Copied, sheet: SheetStore): PastedCell[][] {
  const source = { rows: from.rows(), columns: from.columns() }
  const isMoving = !isCut || from.map !== sheet.state.map
  return cells.map((row) =>
    row.map(({ id, content, style }) => (target) => {
      const down = distance(source.rows, id.row, sheet.rows, target.row)
      const across = distance(source.columns, id.column, sheet.columns, target.column)
      const moved = content && isMoving ? copiedContent(content, source, sheet, down, across) : content
      return { ...target, content: moved, style }
    }),
  )
}

/** From where an id is now to where another one is. */
function distance(from: Axis, id: string, to: Axis, target: string): number {
  return (to.indexOf(target) ?? 0) - (from.spanOf(id)?.first ?? 0)
}
