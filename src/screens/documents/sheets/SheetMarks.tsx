import { observer } from 'mobx-react'
import type { PointerEvent } from 'react'
import { classes } from '@/components/ui/classes'
import type { GridLayout } from '@/domain/previews/grid/gridLayout'
import type { BookStore } from '@/stores/documents/sheets/BookStore'
import type { Area } from '@/stores/documents/sheets/sheetEdits'
import type { SheetStore } from '@/stores/documents/sheets/SheetStore'

interface Props {
  book: BookStore
  sheet: SheetStore
  layout: GridLayout
  /** px of the table above the part that has the marks */
  above: number
  onHandle(corner: 'first' | 'last', event: PointerEvent): void
}

/** The frame of the chosen cells with its handles, and the places of others with their names. */
export const SheetMarks = observer(function SheetMarks({ book, sheet, layout, above, onHandle }: Props) {
  const { area, chosen } = sheet
  return (
    <div className="book-marks" aria-hidden>
      {area && (area.top !== area.bottom || area.left !== area.right) && (
        <div className="book-area" style={placeOf(area, layout, above)} />
      )}
      {chosen && <div className="book-chosen" style={placeOf(areaOf(chosen), layout, above)} />}
      {area && (
        <div className="book-handles" style={placeOf(area, layout, above)}>
          <div className="book-handle book-handle-first" onPointerDown={(event) => onHandle('first', event)} />
          <div className="book-handle book-handle-last" onPointerDown={(event) => onHandle('last', event)} />
        </div>
      )}
      {book.cursorsHere.map(({ person, row, column }, at) => {
        const place = sheet.placeOf({ row, column })
        return (
          place && (
            <div
              key={`${person.id} ${at}`}
              className="book-cursor"
              style={{ ...placeOf(areaOf(place), layout, above), borderColor: person.color }}
            >
              <div
                // Another element for each place, which shows the name again.
                key={`${row} ${column}`}
                className={classes('book-cursor-name', place.row === 0 && 'book-cursor-name-below')}
                style={{ backgroundColor: person.color }}
              >
                {person.name}
              </div>
            </div>
          )
        )
      })}
    </div>
  )
})

const areaOf = ({ row, column }: { row: number; column: number }): Area => ({
  top: row,
  bottom: row,
  left: column,
  right: column,
})

function placeOf({ top, bottom, left, right }: Area, { lefts, numbers, head, row }: GridLayout, above: number) {
  return {
    left: numbers + lefts[left]!,
    top: head + top * row - above,
    width: lefts[right + 1]! - lefts[left]!,
    height: (bottom - top + 1) * row,
  }
}
