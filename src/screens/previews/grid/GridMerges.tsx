import { View } from '@tarojs/components'
import { memo } from 'react'
import { classes } from '@/components/ui/classes'
import type { GridMerge } from '@/contract/previews/grid'
import type { GridLayout } from '@/domain/previews/grid/gridLayout'

/** Cells shown as one, and the text of the first. */
export interface MergedCell extends GridMerge {
  text: string
  isNumber: boolean
  isChosen: boolean
}

interface Props {
  merges: readonly MergedCell[]
  layout: GridLayout
  /** px of the table above the part that contains them */
  above: number
  onChoose(row: number, column: number): void
}

/** Merged cells lie over those that they cover. A screen reader reads the first of the covered cells. */
export const GridMerges = memo(function GridMerges({ merges, layout, above, onChoose }: Props) {
  const { lefts, numbers, head, row: height } = layout
  return (
    <>
      {merges.map(({ row, column, rows, columns, text, isNumber, isChosen }) => {
        const left = lefts[column] ?? 0
        const width = (lefts[column + columns] ?? left) - left
        if (width === 0) return null
        return (
          <View
            key={`${row} ${column}`}
            className={classes(
              'grid-cell grid-merged',
              isNumber && 'grid-cell-number',
              isChosen && 'grid-cell-chosen',
              rows > 1 && 'grid-merged-lines',
            )}
            style={{
              left: `${numbers + left}px`,
              top: `${head + row * height - above}px`,
              width: `${width}px`,
              height: `${rows * height}px`,
              lineHeight: rows > 1 ? undefined : `${height - 1}px`,
            }}
            aria-hidden
            onClick={() => onChoose(row, column)}
          >
            {text}
          </View>
        )
      })}
    </>
  )
})
