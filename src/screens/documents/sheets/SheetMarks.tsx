import { observer } from 'mobx-react'
import type { PointerEvent } from 'react'
import type { GridLayout } from '@/domain/previews/grid/gridLayout'
import type { BookStore } from '@/stores/documents/sheets/BookStore'
import type { Area, SheetStore } from '@/stores/documents/sheets/SheetStore'

interface Props {
  book: BookStore
  sheet: SheetStore
  layout: GridLayout
  onHandle(corner: 'first' | 'last', event: PointerEvent): void
}

/** The frame of the chosen cells with its handles, and the places of others with their names. */
export const SheetMarks = observer(function SheetMarks({ book, sheet, layout, onHandle }: Props) {
  const { area, chosen } = sheet
  return (
    <div className="sheet-marks" aria-hidden>
      {area && (area.top !== area.bottom || area.left !== area.right) && (
        <div className="sheet-area" style={placeOf(area, layout)} />
      )}
      {chosen && <div className="sheet-chosen" style={placeOf(areaOf(chosen), layout)} />}
      {area && (
        <div className="sheet-handles" style={placeOf(area, layout)}>
          <div className="sheet-handle sheet-handle-first" onPointerDown={(event) => onHandle('first', event)} />
          <div className="sheet-handle sheet-handle-last" onPointerDown={(event) => onHandle('last', event)} />
        </div>
      )}
      {book.cursorsHere.map(({ person, row, column }, at) => {
        const place = sheet.placeOf({ row, column })
        return (
          place && (
            <div
              key={`${person.id} ${at}`}
              className="sheet-cursor"
              style={{ ...placeOf(areaOf(place), layout), borderColor: person.color }}
            >
              <div className="sheet-cursor-name" style={{ backgroundColor: person.color }}>
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

function placeOf({ top, bottom, left, right }: Area, { lefts, numbers, head, row }: GridLayout) {
  return {
    left: numbers + lefts[left]!,
    top: head + top * row,
    width: lefts[right + 1]! - lefts[left]!,
    height: (bottom - top + 1) * row,
  }
}
