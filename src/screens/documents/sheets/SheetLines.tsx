import { classes } from '@/components/ui/classes'
import { columnName } from '@/domain/previews/grid/cells'
import type { GridLayout } from '@/domain/previews/grid/gridLayout'
import type { Area } from '@/stores/documents/sheets/sheetEdits'

interface LettersProps {
  layout: GridLayout
  /** The chosen cells. */
  area: Area | null
  /** The columns that are drawn; the end is not included. */
  start: number
  end: number
}

/** The letters above columns. */
export function SheetLetters({ layout: { lefts, numbers, head }, area, start, end }: LettersProps) {
  if (start === end) return null
  return (
    <div className="grid-letters" style={{ height: head }} role="row" aria-rowindex={1}>
      {Array.from({ length: end - start }, (_, at) => start + at).map((column) => (
        <div
          key={column}
          className={classes('grid-letter', isBetween(column, area?.left, area?.right) && 'book-line-chosen')}
          style={{
            left: numbers + lefts[column]!,
            width: lefts[column + 1]! - lefts[column]!,
            lineHeight: `${head}px`,
          }}
          role="columnheader"
          aria-colindex={column + 2}
        >
          {columnName(column)}
        </div>
      ))}
    </div>
  )
}

interface NumbersProps {
  layout: GridLayout
  area: Area | null
  rows: readonly number[]
  /** px of the table above the part that has the numbers */
  above: number
}

/** The numbers beside rows. */
export function SheetNumbers({ layout: { numbers, head, row: height }, area, rows, above }: NumbersProps) {
  return (
    <div aria-hidden>
      {rows.map((row) => (
        <div
          key={row}
          className={classes('grid-number book-number', isBetween(row, area?.top, area?.bottom) && 'book-line-chosen')}
          style={{ width: numbers, top: head + row * height - above, height, lineHeight: `${height}px` }}
        >
          {row + 1}
        </div>
      ))}
    </div>
  )
}

function isBetween(index: number, first?: number, last?: number): boolean {
  return first !== undefined && index >= first && index <= last!
}
