import { observer } from 'mobx-react'
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { classes } from '@/components/ui/classes'
import { useWindow, useWords } from '@/components/ui/context'
import type { SheetChanges } from '@/domain/documents/sheets/compareBooks'
import { MOST_ROWS } from '@/domain/documents/sheets/content'
import { columnName } from '@/domain/previews/grid/cells'
import type { BookStore } from '@/stores/documents/sheets/BookStore'
import type { SheetStore } from '@/stores/documents/sheets/SheetStore'
import type { SheetTasks } from '@/stores/documents/sheets/SheetTasks'
import '../../previews/grid/grid.scss'
import { SheetMarks } from './SheetMarks'
import { SheetRow } from './SheetRow'
import { useSheetPointer } from './useSheetPointer'

interface Props {
  book: BookStore
  sheet: SheetStore
  tasks: SheetTasks
  /** The document's name, for screen readers. */
  name: string
  mayWrite: boolean
  /** The cells that differ from an earlier version. */
  changes?: SheetChanges
  input: RefObject<HTMLTextAreaElement>
}

/** The cells near the screen. The letters of the columns and the numbers of the rows stick to the edges. */
export const SheetTable = observer(function SheetTable(props: Props) {
  const { book, sheet, tasks, name, mayWrite, changes, input } = props
  const t = useWords<'document'>()
  const { textScale } = useWindow()
  const box = useRef<HTMLDivElement>(null)
  const measure = useCallback(() => {
    const { clientWidth: width, clientHeight: height } = box.current!
    sheet.fit({ width, height }, textScale)
  }, [sheet, textScale])
  useLayoutEffect(() => {
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(box.current!)
    return () => watcher.disconnect()
  }, [measure])

  const { goal, layout, extent, window, chosen, area, turn, rows, columns, draft } = sheet
  // After the contents have their new size.
  useEffect(() => {
    if (goal) box.current!.scrollTo(goal)
  }, [goal])
  const pointer = useSheetPointer({ sheet, box, input, mayWrite })

  const { lefts, numbers, head, row: height } = layout
  const shownColumns = range(window.left, window.right)
  const shownRows = range(window.top, window.bottom)
  const isInArea = (index: number, first?: number, last?: number) =>
    first !== undefined && index >= first && index <= last!
  return (
    <div className="grid-box book-box" ref={box} onScroll={onScroll}>
      <div
        className="grid-table book-table"
        style={{ width: extent.width, height: extent.height }}
        role="grid"
        aria-label={name}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-readonly={!mayWrite}
        aria-activedescendant={chosen ? 'book-chosen' : undefined}
        tabIndex={0}
        {...pointer.handlers}
      >
        <div className="grid-top" style={{ height: head }} role="rowgroup">
          <div className="grid-letters" style={{ height: head }} role="row" aria-rowindex={1}>
            {shownColumns.map((column) => (
              <div
                key={column}
                className={classes('grid-letter', isInArea(column, area?.left, area?.right) && 'book-line-chosen')}
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
          <div className="grid-corner" style={{ width: numbers }} />
        </div>
        <div className="grid-left" style={{ width: numbers, height: rows.length * height }} aria-hidden>
          {shownRows.map((row) => (
            <div
              key={row}
              className={classes(
                'grid-number book-number',
                isInArea(row, area?.top, area?.bottom) && 'book-line-chosen',
              )}
              style={{ width: numbers, top: row * height, height, lineHeight: `${height}px` }}
            >
              {row + 1}
            </div>
          ))}
        </div>
        <div className="grid-cells" role="rowgroup">
          {shownRows.map((row) => (
            <SheetRow
              key={rows.ids[row]}
              sheet={sheet}
              row={row}
              start={window.left}
              end={window.right}
              layout={layout}
              turn={turn}
              changes={changes}
              chosen={chosen?.row === row ? chosen.column : null}
              draft={chosen?.row === row && draft.cell ? draft.text : null}
            />
          ))}
        </div>
        <SheetMarks book={book} sheet={sheet} layout={layout} onHandle={pointer.onHandle} />
      </div>
      {mayWrite && rows.length < MOST_ROWS && (
        <button
          type="button"
          className="book-more"
          style={{ top: extent.height - 52 }}
          onClick={() => tasks.addRows(sheet)}
        >
          {t('document.sheet.moreRows')}
        </button>
      )}
    </div>
  )

  function onScroll() {
    const { scrollLeft, scrollTop } = box.current!
    sheet.onScroll(scrollLeft, scrollTop)
  }
})

/** @param end is not included */
function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
}
