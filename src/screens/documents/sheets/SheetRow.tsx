import { memo } from 'react'
import { classes } from '@/components/ui/classes'
import type { GridLayout } from '@/domain/previews/grid/gridLayout'
import type { SheetChanges } from '@/domain/documents/sheets/compareBooks'
import { keyOfCell } from '@/domain/documents/sheets/content'
import { fittingNumber } from '@/domain/documents/sheets/showing'
import type { SheetStore } from '@/stores/documents/sheets/SheetStore'
import type { TextWidths } from './TextWidths'

interface Props {
  sheet: SheetStore
  /** The row's index. */
  row: number
  /** px of the table above the part that has the row */
  above: number
  /** The columns that are drawn; the end is not included. */
  start: number
  end: number
  layout: GridLayout
  /** How wide texts are; null before they can be measured. */
  widths: TextWidths | null
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
  const { sheet, row, above, start, end, layout, widths, changes, chosen, draft } = props
  const { lefts, numbers, head, row: height } = layout
  const columns = Array.from({ length: end - start }, (_, at) => start + at)
  return (
    <div
      className="grid-row"
      style={{ top: head + row * height - above, height, lineHeight: `${height - 1}px` }}
      role="row"
      aria-rowindex={row + 2}
    >
      {columns.map((column) => {
        const id = sheet.idAt({ row, column })
        if (id === null) return null
        const { value, text, align, style } = sheet.shownOf(id)
        const width = lefts[column + 1]! - lefts[column]!
        const fits = (each: string) => widths?.fits(each, width, style.bold === true) ?? true
        const fitting = typeof value === 'number' ? fittingNumber(value, style, fits) : text
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
            style={{ left: numbers + lefts[column]!, width }}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={isChosen}
            aria-label={fitting === text || isWritten ? undefined : text}
          >
            {isWritten ? (
              draft
            ) : change && !change.isLook ? (
              <ChangedText before={change.before} now={fitting} />
            ) : (
              fitting
            )}
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
