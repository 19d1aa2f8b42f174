import { observer } from 'mobx-react'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type DragEvent,
  type MouseEvent,
  type MutableRefObject,
} from 'react'
import { PageFoot } from '@/components/frame/PageFoot'
import { Icon } from '@/components/ui/Icon'
import { useWindow, useWords } from '@/components/ui/context'
import type { SortBy } from '@/contract/items/lists'
import { poolSize, steppedRows, windowStart } from '@/domain/items/lists/slots'
import { sortWord, type Sort } from '@/domain/items/sorting'
import type { Row } from '@/stores/items/lists/rows'
import { RecentTop, TrashTop } from '../LazyParts'
import { openSheet, type Desk, type RowActs } from './useRowActs'
import { WideRow } from './WideRow'
import { WideWaiting } from './WideWaiting'

interface Props extends Desk {
  acts: RowActs
  drag(event: DragEvent, row: Row): void
}

/** px of a row as designed; the same as in wide.scss */
const ROW = 48

/** The rows of a place as a table whose columns sort. Only rows near the viewport exist. */
export const WideTable = observer(function WideTable(props: Props) {
  const { list, overlays, selection, cursor, acts } = props
  const t = useWords()
  const { textScale } = useWindow()
  const rowHeight = ROW * Math.max(1, textScale)
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const { view, scrolled } = useView(box, body, rowHeight)
  const firstId = useRef<string>()
  const { rows, sort } = list
  const count = rows.length
  const total = list.total ?? count
  const { space } = list.at

  const seen = { ...view, rowHeight, count }
  const { scrollTop, viewportHeight } = view
  useEffect(
    () => list.onScroll({ scrollTop, viewportHeight, rowHeight }),
    [
      list,
      scrollTop,
      viewportHeight,
      rowHeight,
      // More rows may still end within the viewport.
      count,
    ],
  )

  // A new order starts at the top.
  const order = sort ? sort.by + sort.direction : ''
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: 0 })
  }, [order])

  const focused = useFocusedRow(props, { box, body, rowHeight })

  const start = windowStart(seen)
  const shown = rows.slice(start, start + poolSize(seen))
  const isShown = cursor.index >= start && cursor.index < start + shown.length
  const stop = isShown ? cursor.index : start
  const isAll = selection.count > 0 && list.pages.held.isComplete && selection.count >= count
  const canAdd = list.uploadTarget !== null || list.canCreateFolder
  return (
    <div ref={box} className="wide-scroll" data-keeps-scroll onScroll={scrolled} onContextMenu={menuOfPlace}>
      {space === 'trash' && <TrashTop list={list} />}
      {space === 'frequent' && <RecentTop isIdle={false} />}
      <WideWaiting list={list} />
      {count > 0 && (
        <div
          className={space === 'trash' ? 'wide-table wide-table-trash' : 'wide-table'}
          role="grid"
          aria-label={t('list.label')}
          aria-multiselectable
          aria-rowcount={total + 1}
          aria-colcount={6}
        >
          <div className="wide-row wide-columns" role="row" aria-rowindex={1}>
            <div className="wide-cell wide-cell-check" role="gridcell">
              <label className="wide-tick">
                <input
                  type="checkbox"
                  className="wide-check"
                  aria-label={t('wide.chooseAll')}
                  checked={isAll}
                  onChange={() => (isAll || selection.isGathering ? selection.clear() : void selection.chooseAll(list))}
                />
              </label>
            </div>
            <Column {...props} by="name" className="wide-cell-name" />
            <Column {...props} by="date" className="wide-cell-time" />
            <div className="wide-cell wide-cell-person" role="columnheader">
              {t(space === 'trash' ? 'wide.deletedBy' : 'wide.by')}
            </div>
            <Column {...props} by="size" className="wide-cell-size" />
            <div className="wide-cell wide-cell-acts" role="gridcell" />
          </div>
          <div
            ref={body}
            className="wide-rows"
            role="rowgroup"
            style={{ height: `${count * rowHeight}px` }}
            onClickCapture={keepToFirst}
            onDoubleClickCapture={keepToFirst}
            onFocus={(event) => (focused.current = indexOf(event.target))}
            // React reports no blur of a row that it removes.
            onBlur={() => (focused.current = -1)}
          >
            {shown.map((row, at) => {
              const index = start + at
              return (
                <WideRow
                  key={row.typed_id}
                  row={row}
                  index={index}
                  top={index * rowHeight}
                  isStop={index === stop}
                  list={list}
                  selection={selection}
                  onReach={reached}
                  onPress={pressed}
                  onToggle={toggled}
                  onOpen={acts.open}
                  onMenu={acts.menu}
                  onDrag={props.drag}
                />
              )
            })}
          </div>
        </div>
      )}
      {count > 0 && <PageFoot pages={list.pages} height={64} />}
    </div>
  )

  /** The second click of a double click belongs to the row of the first, wherever the rows have moved in between. */
  function keepToFirst(event: MouseEvent): void {
    const id = rows[indexOf(event.target as Element)]?.typed_id
    if (event.detail < 2) firstId.current = id
    if (event.detail < 2 || id === firstId.current) return
    event.stopPropagation()
    const first = rows.find((row) => row.typed_id === firstId.current)
    if (event.type === 'dblclick' && first) acts.open(first)
  }

  function reached(row: Row): void {
    cursor.reach(row)
  }

  function pressed(row: Row, { shiftKey, ctrlKey, metaKey }: MouseEvent): void {
    if (shiftKey) cursor.extend(row)
    else if (ctrlKey || metaKey) cursor.toggle(row)
    else cursor.choose(row)
  }

  function toggled(row: Row, isRange: boolean): void {
    if (isRange) cursor.extend(row)
    else cursor.toggle(row)
  }

  /** A right click beside the rows offers what can be added. */
  function menuOfPlace(event: MouseEvent): void {
    if (event.defaultPrevented || !canAdd || space === 'trash') return
    event.preventDefault()
    void openSheet(overlays, 'add')
  }
})

interface ColumnProps extends Desk {
  by: SortBy
  className: string
}

/** The direction in which a column sorts first. */
const first: Record<SortBy, Sort['direction']> = { name: 'asc', date: 'desc', size: 'desc' }

/** The head of a column; where lists have orders, a button that sorts (LIST-04). */
const Column = observer(function Column({ list, overlays, by, className }: ColumnProps) {
  const t = useWords()
  const { sort, canSort, at } = list
  const label = t(`sort.by.${sortWord(at.space, by)}`)
  const isHere = sort?.by === by
  if (!canSort || !sort)
    return (
      <div className={`wide-cell ${className}`} role="columnheader">
        {label}
      </div>
    )
  const direction = !isHere ? first[by] : sort.direction === 'asc' ? 'desc' : 'asc'
  const press = () => {
    if (overlays.depth === 0) overlays.keep({ sort_by: by, sort_direction: direction })
    void list.sortBy({ by, direction })
  }
  return (
    <div
      className={`wide-cell ${className}`}
      role="columnheader"
      aria-sort={isHere ? (sort.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className="wide-column" onClick={press}>
        {label}
        <span className={isHere ? `wide-order wide-order-${sort.direction}` : 'wide-order wide-order-off'}>
          <Icon name="chevron-down" size={16} />
        </span>
      </button>
    </div>
  )
})

type Box = { current: HTMLDivElement | null }

/** The visible part of the rows, px; changes with each step of rows and with the window's size. */
function useView(box: Box, body: Box, rowHeight: number) {
  const [view, setView] = useState({ scrollTop: 0, viewportHeight: innerHeight })
  const scrolled = useCallback(() => {
    const { current } = box
    if (!current) return
    const scrollTop = Math.max(0, current.scrollTop - (body.current?.offsetTop ?? 0))
    const viewportHeight = current.clientHeight
    setView((before) => {
      const isSame =
        before.viewportHeight === viewportHeight &&
        steppedRows(before.scrollTop, rowHeight) === steppedRows(scrollTop, rowHeight)
      return isSame ? before : { scrollTop, viewportHeight }
    })
  }, [box, body, rowHeight])
  useLayoutEffect(() => {
    if (!box.current) return undefined
    const sizes = new ResizeObserver(scrolled)
    sizes.observe(box.current)
    return () => sizes.disconnect()
  }, [box, scrolled])
  return { view, scrolled }
}

/** The index of the row that contains an element. */
function indexOf(element: Element): number {
  return Number(element.closest('.wide-row')?.getAttribute('aria-rowindex')) - 2
}

/**
 * Shows the row that a key moved to, and gives it the focus once it is drawn. A row that leaves the list passes the focus on to the row of the cursor,
 * else to the next one.
 * @returns the index of the row that has the focus; -1 without one
 */
function useFocusedRow(
  { cursor, list }: Props,
  { box, body, rowHeight }: { box: Box; body: Box; rowHeight: number },
): MutableRefObject<number> {
  const wanted = useRef(false)
  const focused = useRef(-1)
  const { turn, index } = cursor
  useEffect(() => {
    if (turn === 0 || index < 0 || !box.current || !body.current) return
    wanted.current = true
    const { current } = box
    // The heads of the columns stay at the top.
    const head = rowHeight
    const top = body.current.offsetTop + index * rowHeight
    if (top - head < current.scrollTop) current.scrollTop = top - head
    else if (top + rowHeight > current.scrollTop + current.clientHeight)
      current.scrollTop = top + rowHeight - current.clientHeight
  }, [turn, index, box, body, rowHeight])
  useEffect(() => {
    const isLost = focused.current >= 0 && document.activeElement === document.body
    if (!wanted.current && !isLost) return
    const at = index >= 0 ? index : Math.min(focused.current, list.rows.length - 1)
    const row = body.current?.querySelector<HTMLElement>(`[aria-rowindex="${at + 2}"]`)
    if (!row) return
    wanted.current = false
    row.focus({ preventScroll: true })
  })
  return focused
}
