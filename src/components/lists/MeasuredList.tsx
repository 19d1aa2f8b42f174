import { ScrollView, View } from '@tarojs/components'
import type { ScrollViewProps } from '@tarojs/components/types/ScrollView'
import { useRef, useState, type ReactNode } from 'react'
import { drawnAround, heightOf, rowAt, type RevealedRow } from '@/domain/items/lists/measured'
import { useWindow } from '../ui/context'
import { useKeptPlace } from './useKeptPlace'
import './MeasuredList.scss'

interface Props<T> {
  /** Sorted by id, newest last. */
  rows: readonly T[]
  label: string
  className: string
  /** Id of the row to open at; null: the end. */
  first: number | null
  renderRow(row: T): ReactNode
  /** Scrolls with the rows, above them. */
  top?: ReactNode
  /** Number of rows on the server, for screen readers. */
  total: number
  /** Whether a new last row is scrolled into view from anywhere in the list. */
  isFollowed(row: T): boolean
  /** The user is near the first rows; may be called repeatedly. */
  onNearTop?(): void
}

/** rows scrolled before others are rendered */
const STEP = 4
/** px from the top at which older rows are requested */
const NEAR_TOP = 600
/** px from the end within which the view follows a new row; further up the reader is left in place */
const NEAR_END = 160

/**
 * A list of rows of different heights, read from its end. Only rows near the viewport exist. Visible rows keep their place while rows are added
 * above, or turn out higher than estimated.
 */
export function MeasuredList<T extends { id: number }>(props: Props<T>) {
  const { rows, renderRow } = props
  const { height: viewportHeight } = useWindow()
  const ids = rows.map(({ id }) => id)
  const last = ids[ids.length - 1] ?? 0
  const [heights] = useState(() => new Map<number, number>())
  const [revealed, setBrought] = useState<RevealedRow>(() =>
    props.first === null ? { id: last, turn: 0, place: 'end' } : { id: props.first, turn: 0, place: 'middle' },
  )
  const [anchor, setAnchor] = useState({ id: revealed.id, index: Math.max(0, ids.indexOf(revealed.id)) })
  const isNearEnd = useRef(props.first === null)

  const [knownLast, setKnownLast] = useState(last)
  if (last !== knownLast) {
    setKnownLast(last)
    if (last > knownLast && (isNearEnd.current || props.isFollowed(rows[rows.length - 1]!))) {
      setBrought({ id: last, turn: revealed.turn + 1, place: 'end' })
      setAnchor({ id: last, index: ids.length - 1 })
    }
  }

  const found = ids.indexOf(anchor.id)
  const at = found < 0 ? Math.min(anchor.index, ids.length - 1) : found
  const { start, end } = drawnAround(at, ids.length)
  const drawn = rows.slice(start, end)
  const { target, scrolled } = useKeptPlace(
    drawn.map(({ id }) => id),
    heights,
    revealed,
  )
  const onScroll: ScrollViewProps['onScroll'] = ({ detail: { scrollTop } }) => {
    scrolled()
    const index = rowAt(ids, heights, scrollTop)
    isNearEnd.current = heightOf(ids, heights) - scrollTop - viewportHeight < NEAR_END
    if (Math.abs(index - at) >= STEP) setAnchor({ id: ids[index]!, index })
    if (scrollTop < NEAR_TOP) props.onNearTop?.()
  }
  return (
    <ScrollView
      className={`measured ${props.className}`}
      scrollY
      scrollAnchoring
      scrollIntoView={target}
      onScroll={onScroll}
    >
      {props.top}
      <View style={{ height: `${heightOf(ids.slice(0, start), heights)}px` }} aria-hidden />
      <View role="list" aria-label={props.label}>
        {drawn.map((row, index) => (
          <View
            key={row.id}
            id={`row-${row.id}`}
            className="measured-row"
            role="listitem"
            aria-posinset={Math.max(0, props.total - ids.length) + start + index + 1}
            aria-setsize={Math.max(props.total, ids.length)}
          >
            {renderRow(row)}
          </View>
        ))}
      </View>
      <View style={{ height: `${heightOf(ids.slice(end), heights)}px` }} aria-hidden />
    </ScrollView>
  )
}
