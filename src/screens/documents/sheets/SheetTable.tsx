import { observer } from 'mobx-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useWindow, useWords } from '@/components/ui/context'
import type { SheetChanges } from '@/domain/documents/sheets/compareBooks'
import { MOST_ROWS } from '@/domain/documents/sheets/content'
import { extentOf, frozenOf } from '@/domain/previews/grid/gridLayout'
import type { BookStore } from '@/stores/documents/sheets/BookStore'
import type { SheetStore } from '@/stores/documents/sheets/SheetStore'
import type { SheetTasks } from '@/stores/documents/sheets/SheetTasks'
import '../../previews/grid/grid.scss'
import { SheetLetters, SheetNumbers } from './SheetLines'
import { SheetMarks } from './SheetMarks'
import { SheetRow } from './SheetRow'
import { TextWidths } from './TextWidths'
import { useSheetPointer } from './useSheetPointer'

/** Columns that are drawn; the end is not included. */
interface Columns {
  start: number
  end: number
}

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
  const [widths, setWidths] = useState<TextWidths | null>(null)
  const measure = useCallback(() => {
    const { clientWidth: width, clientHeight: height } = box.current!
    sheet.fit({ width, height }, textScale)
  }, [sheet, textScale])
  useLayoutEffect(() => setWidths(new TextWidths(box.current!.firstElementChild!)), [textScale])
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

  const frozen = frozenOf(layout)
  const { height } = extentOf(layout)
  const fixed = { rows: range(0, layout.frozenRows), columns: { start: 0, end: layout.frozenColumns } }
  const moving = { rows: range(window.top, window.bottom), columns: { start: window.left, end: window.right } }
  const lines = { layout, area }
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
        <div className="grid-top" style={{ height: frozen.height }} role="rowgroup">
          <SheetLetters {...lines} {...moving.columns} />
          {cells(fixed.rows, moving.columns, 0)}
          <div className="grid-corner" style={{ width: frozen.width }}>
            <SheetLetters {...lines} {...fixed.columns} />
            <SheetNumbers {...lines} rows={fixed.rows} above={0} />
            {cells(fixed.rows, fixed.columns, 0)}
          </div>
        </div>
        <div
          className="grid-left"
          style={{ width: frozen.width, height: height - frozen.height }}
          role={layout.frozenColumns > 0 ? 'rowgroup' : undefined}
        >
          <SheetNumbers {...lines} rows={moving.rows} above={frozen.height} />
          {cells(moving.rows, fixed.columns, frozen.height)}
        </div>
        <div className="grid-cells" role="rowgroup">
          {moving.rows.map((row) => rowOf(row, moving.columns, 0))}
        </div>
        {marks(0)}
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

  /** Cells that do not scroll in one or both directions, with the marks over them. @param above px of the table above */
  function cells(ofRows: readonly number[], ofColumns: Columns, above: number) {
    if (ofRows.length === 0 || ofColumns.start === ofColumns.end) return null
    return (
      <>
        {ofRows.map((row) => rowOf(row, ofColumns, above))}
        <div className="book-part-marks">{marks(above)}</div>
      </>
    )
  }

  function rowOf(row: number, { start, end }: Columns, above: number) {
    const isChosen = chosen?.row === row && chosen.column >= start && chosen.column < end
    return (
      <SheetRow
        key={rows.ids[row]}
        sheet={sheet}
        row={row}
        above={above}
        start={start}
        end={end}
        layout={layout}
        widths={widths}
        turn={turn}
        changes={changes}
        chosen={isChosen ? chosen.column : null}
        draft={isChosen && draft.cell ? draft.text : null}
      />
    )
  }

  function marks(above: number) {
    return <SheetMarks book={book} sheet={sheet} layout={layout} above={above} onHandle={pointer.onHandle} />
  }

  function onScroll() {
    const { scrollLeft, scrollTop } = box.current!
    sheet.onScroll(scrollLeft, scrollTop)
  }
})

/** @param end is not included */
function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
}
