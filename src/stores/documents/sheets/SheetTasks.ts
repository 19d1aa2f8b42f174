import type { SheetState } from '@/domain/documents/sheets/bookState'
import {
  COLUMN_WIDTH,
  MOST_COLUMNS,
  MOST_ROWS,
  type CellContent,
  type CellStyle,
} from '@/domain/documents/sheets/content'
import { enteredIn } from '@/domain/documents/sheets/entering'
import { movedFormula } from '@/domain/documents/sheets/formulas/references'
import { separatedCells, separatedText } from '@/domain/documents/sheets/separated'
import { deleteLines, insertLines, partOf, type Area, type CellEdit, type CellId } from './sheetEdits'
import type { SheetStore } from './SheetStore'

interface Copied {
  /** As other programs get it. */
  text: string
  sheet: SheetStore
  area: Area
  cells: { content: CellContent | null; style: CellStyle }[][]
}

/** Rows that the button below the last one adds. */
const MORE_ROWS = 100
/** px by which a column becomes wider or narrower */
const WIDER = 40

/** What can be done with the chosen cells, rows and columns of a sheet. */
export class SheetTasks {
  private copied: Copied | null = null

  /** Changes the style of the chosen cells. @param change absent fields stay; undefined ones become as usual */
  restyle(sheet: SheetStore, change: CellStyle) {
    sheet.draft.commit()
    sheet.write(
      chosenIds(sheet).map((id) => {
        const style: Record<string, unknown> = { ...sheet.styleOf(id), ...change }
        for (const key of Object.keys(style)) if (style[key] === undefined) delete style[key]
        return { ...id, style: style as CellStyle }
      }),
    )
  }

  clear(sheet: SheetStore) {
    sheet.draft.discard()
    sheet.write(chosenIds(sheet).map((id) => ({ ...id, content: null })))
  }

  /** @returns the chosen cells as text for other programs */
  copy(sheet: SheetStore): string {
    const { area } = sheet
    if (!area) return ''
    sheet.draft.commit()
    const ids = idsIn(sheet, area)
    const text = separatedText(ids.map((row) => row.map((id) => sheet.shownOf(id).text)))
    const cells = ids.map((row) => row.map((id) => ({ content: sheet.contentOf(id), style: sheet.styleOf(id) })))
    this.copied = { text, sheet, area, cells }
    return text
  }

  /** Pastes a text from the chosen cell on; what was copied here, with its formulas and styles. @returns whether everything fitted */
  paste(sheet: SheetStore, pasted: string): boolean {
    const { area } = sheet
    if (!area || pasted === '') return true
    sheet.draft.discard()
    const text = pasted.replace(/\r\n?/g, '\n')
    const own = this.copied?.text === text && this.copied.sheet.state.map === sheet.state.map ? this.copied : null
    const cells = own ? own.cells : separatedCells(text)
    const { top, left } = area
    // One copied cell fills all chosen ones.
    const isOne = cells.length === 1 && cells[0]!.length === 1
    const wanted = {
      rows: isOne ? area.bottom - top + 1 : cells.length,
      columns: isOne ? area.right - left + 1 : Math.max(...cells.map(({ length }) => length)),
    }
    const reach = { rows: top + wanted.rows, columns: left + wanted.columns }
    const target = {
      top,
      left,
      bottom: Math.min(reach.rows, Math.max(MOST_ROWS, sheet.rows.length)) - 1,
      right: Math.min(reach.columns, Math.max(MOST_COLUMNS, sheet.columns.length)) - 1,
    }
    sheet.step(() => {
      this.makeRoom(sheet, target.bottom + 1, target.right + 1)
      sheet.write(pastedCells())
    })
    sheet.chooseArea(target)
    return target.bottom - top + 1 === wanted.rows && target.right - left + 1 === wanted.columns

    function pastedCells(): CellEdit[] {
      return idsIn(sheet, target).flatMap((row, down) =>
        row.flatMap((id, across) => {
          const [from, to] = isOne ? [0, 0] : [down, across]
          if (own) {
            const cell = own.cells[from]?.[to]
            const moved = { down: top + down - own.area.top - from, across: left + across - own.area.left - to }
            return cell ? [pastedCell(sheet, id, cell, moved)] : []
          }
          const each = (cells as string[][])[from]?.[to]
          return each === undefined ? [] : [entered(sheet, id, each)]
        }),
      )
    }
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
    sheet.chooseArea(
      of === 'rows' ? { ...area, top: at, bottom: at + count - 1 } : { ...area, left: at, right: at + count - 1 },
    )
  }

  /** Deletes the rows or columns of the chosen cells; one always stays. */
  delete(sheet: SheetStore, of: 'rows' | 'columns') {
    const { area } = sheet
    if (!area) return
    const [first, last] = of === 'rows' ? [area.top, area.bottom] : [area.left, area.right]
    const ids = sheet[of].ids.slice(first, last + 1)
    if (ids.length === 0 || ids.length === sheet[of].length) return
    sheet.draft.discard()
    sheet.act((state) => deleteLines(state, of, ids))
    const chosen = sheet.chosen
    if (chosen) sheet.choose(chosen)
  }

  addRows(sheet: SheetStore) {
    const count = Math.min(MORE_ROWS, MOST_ROWS - sheet.rows.length)
    if (count > 0) sheet.act((state) => insertLines(state, 'rows', count, null))
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

function entered(sheet: SheetStore, id: CellId, text: string): CellEdit {
  const { content, format } = enteredIn(text, sheet)
  const style = sheet.styleOf(id)
  return { ...id, content, ...(format && !style.format && { style: { ...style, format } }) }
}

function pastedCell(
  sheet: SheetStore,
  id: CellId,
  { content, style }: Copied['cells'][number][number],
  { down, across }: { down: number; across: number },
): CellEdit {
  const moved = content && 'f' in content ? { f: movedFormula(content.f, sheet, down, across) } : content
  return { ...id, content: moved, style }
}
