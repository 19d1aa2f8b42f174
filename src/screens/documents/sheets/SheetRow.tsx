import { memo } from 'react'
import { classes } from '@/components/ui/classes'
import type { GridLayout } from '@/domain/previews/grid/gridLayout'
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
  /** The chosen column, if the chosen cell is in this row. */
  chosen: number | null
  /** What is being written into the chosen cell. */
  draft: string | null
}

/** The cells of a row that are near the screen. */
export const SheetRow = memo(function SheetRow({ sheet, row, start, end, layout, chosen, draft }: Props) {
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
            )}
            style={{ left: numbers + lefts[column]!, width: lefts[column + 1]! - lefts[column]! }}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={isChosen}
          >
            {isWritten ? draft : text}
          </div>
        )
      })}
    </div>
  )
})
