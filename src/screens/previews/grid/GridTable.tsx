import { observer } from 'mobx-react'
import { CustomWrapper, ScrollView, View } from '@tarojs/components'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWindow, useWords } from '@/components/ui/context'
import { cellAt } from '@/domain/previews/grid/cells'
import { frozenOf, mergesIn } from '@/domain/previews/grid/gridLayout'
import type { GridStore } from '@/stores/previews/grid/GridStore'
import { GridLetters } from './GridLetters'
import { GridMerges, type MergedCell } from './GridMerges'
import { GridRow } from './GridRow'

interface Props {
  grid: GridStore
  /** The file's name, for screen readers. */
  name: string
}

/** The size of an element of H5; the mini-program reports none. */
interface Box {
  clientWidth?: number
  clientHeight?: number
}

interface Range {
  start: number
  end: number
}

/**
 * The cells near the screen. Letters, numbers and frozen cells stick to the edges, so that the phone scrolls the table without this app. Four parts
 * lie over one another: the cells that scroll, the columns at the left, the rows at the top, and the corner that never scrolls.
 */
export const GridTable = observer(function GridTable({ grid, name }: Props) {
  const t = useWords<'preview'>()
  const { width, height, textScale } = useWindow()
  const box = useRef<Box>(null)
  const measure = useCallback(() => {
    const { clientWidth, clientHeight } = box.current ?? {}
    grid.fit({ width: clientWidth || width, height: clientHeight || height }, textScale)
  }, [grid, width, height, textScale])
  useLayoutEffect(measure, [measure])
  useEffect(() => grid.fetchShown())

  // Only once the scrolled content has its new size.
  const { goal, sheet, layout, extent, window, chosen, sort } = grid
  const [place, setPlace] = useState(goal)
  useEffect(() => setPlace(goal), [goal])
  const onChoose = useCallback((row: number, column: number) => grid.choose({ row, column }), [grid])
  const onSort = useCallback((column: number) => void grid.sortBy(column), [grid])
  const { finder } = grid.find
  const frozen = frozenOf(layout)
  const [top, rows] = [
    { start: 0, end: layout.frozenRows },
    { start: window.top, end: window.bottom },
  ]
  const [left, columns] = [
    { start: 0, end: layout.frozenColumns },
    { start: window.left, end: window.right },
  ]
  const letters = { layout, sort, onSort }
  const keyboard = { tabIndex: 0 }
  return (
    <ScrollView
      className="grid-box"
      ref={box}
      scrollX
      scrollY
      scrollTop={place?.top}
      scrollLeft={place?.left}
      onScroll={onScroll}
    >
      <View
        id="grid-table"
        className="grid-table"
        style={{ width: `${extent.width}px`, height: `${extent.height}px` }}
        role="grid"
        aria-label={name}
        aria-rowcount={sheet.rows + 1}
        aria-colcount={sheet.columns + 1}
        {...keyboard}
      >
        <View className="grid-top" style={{ height: `${frozen.height}px` }} role="rowgroup">
          <GridLetters {...letters} {...columns} hasCorner={false} />
          {part(top, columns, 0, false)}
          <View className="grid-corner" style={{ width: `${frozen.width}px` }}>
            <GridLetters {...letters} {...left} hasCorner />
            {part(top, left, 0, true)}
          </View>
        </View>
        {rows.end > rows.start && (
          <View
            className="grid-left"
            style={{ width: `${frozen.width}px`, height: `${extent.height - frozen.height}px` }}
            role="rowgroup"
          >
            <CustomWrapper>{part(rows, left, frozen.height, true)}</CustomWrapper>
          </View>
        )}
        {rows.end > rows.start && (
          <View className="grid-cells" role="rowgroup">
            <CustomWrapper>{part(rows, columns, 0, false)}</CustomWrapper>
          </View>
        )}
      </View>
      {sheet.rows === 0 && grid.blocks.isWhole && <View className="grid-empty">{t('preview.grid.empty')}</View>}
    </ScrollView>
  )

  /** Bars and comments beside the table change its size without another size of the window. */
  function onScroll({ detail }: { detail: { scrollLeft: number; scrollTop: number } }) {
    measure()
    grid.onScroll(detail.scrollLeft, detail.scrollTop)
  }

  /** @param above px of the table above the part */
  function part(ofRows: Range, ofColumns: Range, above: number, hasNumbers: boolean) {
    const drawn = Array.from({ length: ofRows.end - ofRows.start }, (_, at) => ofRows.start + at)
    return (
      <>
        {drawn.map((row) => (
          <GridRow
            key={row}
            row={row}
            top={layout.head + row * layout.row - above}
            packed={grid.rowAt(row)}
            layout={layout}
            start={ofColumns.start}
            end={ofColumns.end}
            number={hasNumbers ? grid.numberOf(row) : null}
            chosen={chosen?.row === row ? chosen.column : null}
            finder={finder}
            onChoose={onChoose}
          />
        ))}
        <GridMerges merges={mergedIn(ofRows, ofColumns)} layout={layout} above={above} onChoose={onChoose} />
      </>
    )
  }

  /** In a sorted table only frozen rows stay where the file merges them. */
  function mergedIn(ofRows: Range, ofColumns: Range): MergedCell[] {
    const range = { top: ofRows.start, bottom: ofRows.end, left: ofColumns.start, right: ofColumns.end }
    return mergesIn(sheet.merges, range)
      .filter(({ row, rows: count }) => !grid.isSorted || row + count <= layout.frozenRows)
      .map((merge) => {
        const { text, value } = cellAt(grid.rowAt(merge.row) ?? '', merge.column)
        const isChosen = chosen?.row === merge.row && chosen.column === merge.column
        return { ...merge, text, isNumber: value !== null, isChosen }
      })
  }
})
