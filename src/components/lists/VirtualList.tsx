import { CustomWrapper, ScrollView, View } from '@tarojs/components'
import type { ScrollViewProps } from '@tarojs/components/types/ScrollView'
import { startTransition, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { LIST_LOAD_MORE_DISTANCE } from '@/domain/listLimits'
import type { ListView } from '@/domain/items/lists/paging'
import { inListOrder, isFar, rowHeightOf, slotsOf, steppedRows, windowStart } from '@/domain/items/lists/slots'
import { useWindow } from '../ui/context'
import './VirtualList.scss'

/** Position of a row; spread it into Row. */
export interface RowPlace {
  top: number
  /** Out of sight, and rendered ahead. */
  isFar?: boolean
  /** Passes too quickly to be read. */
  isFlung?: boolean
  position?: number
  total?: number
}

interface Props<T> {
  rows: readonly T[]
  renderRow(row: T, place: RowPlace): ReactNode
  label: string
  /** Number of rows on the server, for screen readers; null while unknown. */
  total?: number | null
  /** Rows are in reading order and state their position. Not in the mini-program, where a change of order sends every row again. */
  inOrder?: boolean
  /** The rows contain nothing to press, so a keyboard scrolls the list itself. */
  isOnlyRead?: boolean
  /** Scrolls with the rows, above them. */
  top?: ReactNode
  /** Scrolls with the rows, below them. */
  bottom?: ReactNode
  /** px that rows have beyond the usual height, at the designed text size. */
  extra?: number
  /** Holds the scroll position, px: the list begins there, and writes it. Read once. */
  kept?: { top: number }
  isRefreshing?: boolean
  onRefresh?(): void
  /** The end of the rows is within one viewport; may be called repeatedly. */
  onNearEnd?(view: ListView): void
}

/** ms without a scroll event after which a list counts as still */
const REST = 100

const forKeyboard = { tabIndex: 0 }

/** A list of rows of equal height. Only rows near the viewport exist; their elements are recycled while scrolling. */
export function VirtualList<T>(props: Props<T>) {
  const { rows, renderRow, inOrder, extra = 0, onNearEnd } = props
  const { height: viewportHeight, textScale } = useWindow()
  const rowHeight = rowHeightOf(textScale) + extra * textScale
  const count = rows.length
  const [from] = useState(props.kept?.top ?? 0)
  const [scrolledTo, setScrolledTo] = useState(from)
  const view = useRef({ scrollTop: from, viewportHeight, rowHeight, count })
  view.current = { ...view.current, viewportHeight, rowHeight, count }

  const told = useRef(onNearEnd)
  told.current = onNearEnd
  const tellNearEnd = useCallback(() => {
    const { current } = view
    const left = current.count * current.rowHeight - current.scrollTop - current.viewportHeight
    if (left <= Math.max(current.viewportHeight, LIST_LOAD_MORE_DISTANCE)) told.current?.(current)
  }, [])
  useEffect(tellNearEnd, [tellNearEnd, count, viewportHeight, rowHeight])

  const [isFlung, setFlung] = useState(false)
  const scrolled: ScrollViewProps['onScroll'] = ({ detail: { scrollTop } }) => {
    const isLeap = inOrder && 3 * Math.abs(scrollTop - view.current.scrollTop) > viewportHeight
    view.current = { ...view.current, scrollTop }
    if (props.kept) props.kept.top = scrollTop
    if (isLeap) setFlung(true)
    // A fling shows the background pattern, because rendering every row would slow the fling down.
    if (!isLeap || !isFlung)
      setScrolledTo((before) =>
        steppedRows(before, rowHeight) === steppedRows(scrollTop, rowHeight) ? before : scrollTop,
      )
    tellNearEnd()
  }

  // H5 renders the visible rows first. In the mini-program one message with all rows is cheaper than two.
  const [isWhole, setWhole] = useState(!inOrder)
  useEffect(() => startTransition(() => setWhole(true)), [])

  const heights = { viewportHeight, rowHeight }
  const start = windowStart({ ...heights, scrollTop: scrolledTo, count })
  const [rested, setRested] = useState(start)
  useEffect(() => {
    if (!inOrder || (rested === start && !isFlung)) return
    let before = view.current.scrollTop
    const timer = setInterval(() => {
      const { current } = view
      if (current.scrollTop === before) {
        setScrolledTo(before)
        setRested(windowStart(current))
        setFlung(false)
      }
      before = current.scrollTop
    }, REST)
    return () => clearInterval(timer)
  }, [inOrder, rested, start, isFlung])
  const pool = slotsOf(start, { ...heights, count })
  const shown = isWhole ? pool : pool.filter(({ top }) => top < viewportHeight)
  const total = props.total ?? count
  return (
    <ScrollView
      className="virtual-list"
      {...(inOrder && props.isOnlyRead && forKeyboard)}
      scrollY
      scrollTop={from || undefined}
      refresherEnabled={Boolean(props.onRefresh)}
      refresherTriggered={props.isRefreshing}
      refresherBackground="transparent"
      onRefresherRefresh={props.onRefresh}
      onScroll={scrolled}
    >
      {props.top}
      <View
        className="virtual-list-body"
        style={{ height: `${count * rowHeight}px` }}
        role={inOrder && count > 0 ? 'list' : undefined}
        aria-label={inOrder && count > 0 ? props.label : undefined}
      >
        <CustomWrapper>
          {(inOrder ? inListOrder(shown, rested, heights) : shown).map(({ slot, index, top }) => (
            <Slot
              key={slot}
              row={rows[index]}
              index={index}
              place={{
                top,
                isFar: isFar(index, { ...heights, scrollTop: scrolledTo }),
                isFlung: isFlung && (index < rested || index >= rested + pool.length),
              }}
              total={inOrder ? total : undefined}
              renderRow={renderRow}
            />
          ))}
        </CustomWrapper>
      </View>
      {props.bottom}
    </ScrollView>
  )
}

interface SlotProps<T> {
  row: T | undefined
  index: number
  place: RowPlace
  total: number | undefined
  renderRow: Props<T>['renderRow']
}

function Slot<T>({ row, index, place, total, renderRow }: SlotProps<T>) {
  if (row === undefined) return null
  return <>{renderRow(row, total === undefined ? place : { ...place, position: index + 1, total })}</>
}
