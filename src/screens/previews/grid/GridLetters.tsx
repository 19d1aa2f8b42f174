import { View } from '@tarojs/components'
import { memo } from 'react'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { columnName } from '@/domain/previews/grid/cells'
import type { GridLayout } from '@/domain/previews/grid/gridLayout'
import type { GridSort } from '@/domain/previews/grid/gridOrder'
import { widthOf } from './GridRow'

interface Props {
  layout: GridLayout
  /** The columns that are drawn; the end is not included. */
  start: number
  end: number
  /** Whether the place above the numbers of the rows is drawn. */
  hasCorner: boolean
  sort: GridSort | null
  onSort(column: number): void
}

/** The letters of the columns. A press sorts by the column. */
export const GridLetters = memo(function GridLetters({ layout, start, end, hasCorner, sort, onSort }: Props) {
  const t = useWords<'preview'>()
  const columns: number[] = []
  for (let column = start; column < end; column += 1) if (widthOf(layout, column) > 0) columns.push(column)
  if (columns.length === 0) return hasCorner ? <View className="grid-letters grid-letters-none" aria-hidden /> : null
  return (
    <View className="grid-letters" style={{ height: `${layout.head}px` }} role="row" aria-rowindex={1}>
      {columns.map((column) => {
        const order = sort?.column !== column ? 'none' : sort.isDescending ? 'descending' : 'ascending'
        const name = columnName(column)
        return (
          <View
            key={column}
            className="grid-letter"
            style={{ left: `${layout.numbers + layout.lefts[column]!}px`, width: `${widthOf(layout, column)}px` }}
            role="columnheader"
            aria-colindex={column + 2}
            {...{ 'aria-sort': order }}
          >
            <View
              className={classes('grid-letter-button', order !== 'none' && `grid-${order}`)}
              aria-label={t('preview.grid.sortBy', { column: name })}
              onClick={() => onSort(column)}
            >
              {name}
            </View>
          </View>
        )
      })}
    </View>
  )
})
