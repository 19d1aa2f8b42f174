import { memo } from 'react'
import { classes } from '@/components/ui/classes'
import type { GridLayout } from '@/domain/previews/grid/gridLayout'
import type { SheetChanges } from '@/domain/documents/sheets/compareBooks'
import { keyOfCell } from '@/domain/documents/sheets/content'
import type { SheetStore } from '@/stores/documents/sheets/SheetStore'

interface Props {
  sheet: SheetStore
  /** The row's index. */
  row: number
  /** The columns that are drawn; the end is not included. */
  start: number
  end: number
  layout: GridLayout
  /** Another number after each change of the sheet. */
  turn: number
  /** The cells that differ from an earlier version. */
  changes?: SheetChanges
  /** The chosen column, if the chosen cell is in this row. */
  chosen: number | null
  /** What is being written into the chosen cell. */
  draft: string | null
}

/** The cells of a row that are near the screen. */
export const SheetRow = memo(function SheetRow(props: Props) {
  const { sheet, row, start, end, layout, changes, chosen, draft } = props
  const { lefts, numbers, head, row: height } = layout
  const columns = Array.from({ length: end - start }, (_, at) => start + at)
  return (
    <div
      className="grid-row"
      style={{ top: head + row * height, height, lineHeight: `${height - 1}px` }}
      role="row"
      aria-rowindex={row + 2}
    >
      {columns.map((column) => {
        const id = sheet.idAt({ row, column })
        if (id === null) return null
        const { text, align, style } = sheet.shownOf(id)
        const isChosen = column === chosen
        const isWritten = isChosen && draft !== null
        const change = changes?.get(keyOfCell(id.row, id.column))
        return (
          <div
            key={id.column}
            id={isChosen ? 'book-chosen' : undefined}
            className={classes(
              'grid-cell',
              `book-${isWritten ? 'left' : align}`,
              style.bold && 'book-bold',
              style.color && `book-color-${style.color}`,
              style.fill && `book-fill-${style.fill}`,
              change && 'book-changed',
            )}
            style={{ left: numbers + lefts[column]!, width: lefts[column + 1]! - lefts[column]! }}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={isChosen}
          >
            {isWritten ? draft : change && !change.isLook ? <ChangedText before={change.before} now={text} /> : text}
          </div>
        )
      })}
    </div>
  )
})

/** The text of a cell that is not as before; of an emptied one what it held. */
function ChangedText({ before, now }: { before: string; now: string }) {
  return now === '' ? <del className="document-removed">{before}</del> : <ins className="document-added">{now}</ins>
}
