import { View } from '@tarojs/components'
import { memo } from 'react'
import { classes } from '@/components/ui/classes'
import { cellsOf } from '@/domain/previews/grid/cells'
import type { GridLayout } from '@/domain/previews/grid/gridLayout'

interface Props {
  /** Its place in the table as shown, from 0. */
  row: number
  /** px */
  top: number
  /** null while it is loading */
  packed: string | null
  layout: GridLayout
  /** The columns that are drawn; the end is not included. */
  start: number
  end: number
  /** The number beside the row; null where another part of the row shows it. */
  number: number | null
  /** The chosen column, if the chosen cell is in this row. */
  chosen: number | null
  /** What is marked; null: nothing. */
  finder: RegExp | null
  onChoose(row: number, column: number): void
}

/** Cells of a row: those near the screen, or those that do not scroll. */
export const GridRow = memo(function GridRow(props: Props) {
  const { row, top, packed, layout, start, end, number, chosen, finder, onChoose } = props
  const cells = packed === null ? [] : cellsOf(packed)
  const columns: number[] = []
  for (let column = start; column < end; column += 1) if (widthOf(layout, column) > 0) columns.push(column)
  if (columns.length === 0 && number === null) return null
  return (
    <View
      className="grid-row"
      style={{ top: `${top}px`, height: `${layout.row}px`, lineHeight: `${layout.row - 1}px` }}
      role="row"
      aria-rowindex={row + 2}
    >
      {number !== null && (
        <View className="grid-number" style={{ width: `${layout.numbers}px` }} role="rowheader" aria-colindex={1}>
          {number}
        </View>
      )}
      {columns.map((column) => {
        const { text = '', value = null } = cells[column] ?? {}
        return (
          <View
            key={column}
            className={classes(
              'grid-cell',
              value !== null && 'grid-cell-number',
              finder !== null && text.search(finder) >= 0 && 'grid-cell-found',
              column === chosen && 'grid-cell-chosen',
            )}
            style={{ left: `${layout.numbers + layout.lefts[column]!}px`, width: `${widthOf(layout, column)}px` }}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={column === chosen}
            onClick={() => onChoose(row, column)}
          >
            {text}
          </View>
        )
      })}
    </View>
  )
})

export function widthOf({ lefts }: GridLayout, column: number): number {
  return (lefts[column + 1] ?? 0) - (lefts[column] ?? 0)
}
