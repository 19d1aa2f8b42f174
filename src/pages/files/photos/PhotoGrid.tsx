import { action } from 'mobx'
import { observer } from 'mobx-react'
import { ScrollView, View, type BaseEventOrig } from '@tarojs/components'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Empty } from '@/components/frame/Empty'
import { Skeleton } from '@/components/ui/Skeleton'
import { useWindow, useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import {
  FEWEST_COLUMNS,
  MOST_COLUMNS,
  cellsOf,
  heightOf,
  lineOf,
  linesBetween,
  linesOf,
} from '@/domain/items/lists/photoLayout'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { useDisposable } from '@/screens/app/useDisposable'
import type { ListStore } from '@/stores/items/lists/ListStore'
import { PhotoStore } from '@/stores/items/lists/PhotoStore'
import type { SelectionStore } from '@/stores/items/lists/SelectionStore'
import { PhotoCell } from './PhotoCell'
import { useGestures } from './useGestures'
import { usePhotoBox } from './usePhotoBox'
import '@/components/rows/rowCheck.scss'
import './photos.scss'

needLazyWords()

interface Props {
  list: ListStore
  selection: SelectionStore
  isChoosing: boolean
  onOpen(item: Item): void
  /** A long press or a drag begins a selection. */
  onHold(): void
  /** The user pulls the grid down. */
  onRefresh?(): void
  /** The secondary mouse button; absent: as a long press. */
  onMenu?(item: Item): void
  /** Scrolls with the pictures, above them. */
  top(photos: PhotoStore): ReactNode
}

/** The names of sizes, by pictures per row. */
const sizes: Record<number, 'medium' | 'small'> = { 4: 'medium', 5: 'small' }
/** Pictures per row, on this device. */
const COLUMNS_KEY = 'photo-columns'
/** px of a month's heading, at the designed text size; the same as in photos.scss */
const HEAD = 48
/** px; about the height of the part above the pictures */
const TOP = 120

/** A folder's pictures by month. Only lines near the viewport exist. */
export const PhotoGrid = observer(function PhotoGrid(props: Props) {
  const { list, selection, isChoosing, onOpen } = props
  const app = useApp()
  const t = useWords()
  const { height, textScale } = useWindow()
  const photos = useDisposable(() => new PhotoStore(app, list))
  const { storage } = app.platform

  // The list's own answers tell that others changed the folder.
  const { since } = list
  useEffect(() => photos.renew(), [photos, since])
  useEffect(() => {
    const tell = action((shown: PhotoStore | null) => {
      list.photos = shown
    })
    tell(photos)
    return () => tell(null)
  }, [list, photos])

  const [perRow, setPerRow] = useState(() => within(storage.read<number>(COLUMNS_KEY)))
  const box = useRef<unknown>(null)
  const scrollTop = useRef(0)
  const gestures = useGestures({
    photos,
    selection,
    perRow,
    scrollTop,
    linesAndCells: () => latest.current,
    onPinch: resize,
    onBegin: props.onHold,
  })
  const width = usePhotoBox(box, gestures)
  const cells = useMemo(() => cellsOf(width, perRow), [width, perRow])
  const head = HEAD * Math.max(1, textScale)
  const { months } = photos
  // Thousands of lines, which scrolling leaves as they are.
  const lines = useMemo(() => linesOf(months, cells, head), [months, cells, head])
  const latest = useRef({ lines, cells })
  latest.current = { lines, cells }

  // The first visible picture stays where it is when the size of pictures changes.
  const [goTo, setGoTo] = useState<number>()
  const before = useRef({ lines, cell: cells.cell })
  useEffect(() => {
    const { lines: old, cell } = before.current
    before.current = { lines, cell: cells.cell }
    if (cell === cells.cell || scrollTop.current <= TOP) return
    const [first] = linesBetween(old, scrollTop.current - TOP, scrollTop.current - TOP)
    const now = first && lineOf(lines, first.from)
    if (now) setGoTo(now.top + scrollTop.current - first.top)
  }, [lines, cells.cell])

  const [band, setBand] = useState(0)
  const step = height / 2
  const shown = linesBetween(lines, band * step - height, band * step + 2 * height)
  const [from, to] = [shown[0]?.from ?? 0, shown[shown.length - 1]?.to ?? 0]
  const { phase } = photos
  useEffect(() => photos.show(from, to), [photos, phase, from, to])

  return (
    <View
      ref={box}
      className="photos"
      onTouchStart={(event) => gestures.start(event)}
      onTouchMove={(event) => gestures.move(event)}
      onTouchEnd={gestures.end}
      onTouchCancel={gestures.end}
    >
      <ScrollView
        className="photos-scroll"
        scrollY={!gestures.isDragging}
        refresherEnabled={Boolean(props.onRefresh)}
        refresherTriggered={list.pages.isRefreshing}
        refresherBackground="transparent"
        onRefresherRefresh={props.onRefresh}
        scrollTop={goTo}
        onScroll={({ detail }) => {
          scrollTop.current = detail.scrollTop
          setBand(Math.max(0, Math.floor(detail.scrollTop / step)))
        }}
      >
        {props.top(photos)}
        {phase === 'loading' && <Skeleton />}
        {phase === 'failed' && <LoadFailed error={photos.error} onRetry={() => void photos.open()} />}
        {phase === 'ready' && photos.total === 0 && <Empty icon="image" title={t('photos.empty')} />}
        {photos.total > 0 && (
          <View className="photos-body" style={{ height: `${heightOf(lines)}px` }}>
            {shown.map((line) =>
              line.month ? (
                <View
                  key={`month-${line.from}`}
                  className="photos-month"
                  style={{ top: `${line.top}px` }}
                  role="heading"
                  aria-level={2}
                >
                  {t('photos.month', {
                    year: line.month.year,
                    month: t('photos.months').split(' ')[line.month.month - 1]!,
                  })}
                  <View className="photos-count">{t('photos.count', { n: line.month.to - line.month.from })}</View>
                  {line.from === 0 && (
                    <View
                      className="photos-size"
                      onClick={() => resize(perRow === MOST_COLUMNS ? FEWEST_COLUMNS : perRow + 1)}
                    >
                      {t('photos.size', { size: t(`photos.sizes.${sizes[perRow] ?? 'large'}`) })}
                    </View>
                  )}
                </View>
              ) : (
                indexes(line.from, line.to).map((index) => (
                  <PhotoCell
                    key={index}
                    photos={photos}
                    index={index}
                    left={(index - line.from) * cells.cell}
                    top={line.top}
                    side={cells.cell - 2}
                    selection={selection}
                    isChoosing={isChoosing}
                    onPress={pressed}
                    onHold={held}
                  />
                ))
              ),
            )}
          </View>
        )}
      </ScrollView>
    </View>
  )

  function resize(next: number): void {
    setPerRow(next)
    storage.write(COLUMNS_KEY, next)
  }

  function pressed(item: Item, event: BaseEventOrig): void {
    const { ctrlKey, metaKey } = event as unknown as { ctrlKey?: boolean; metaKey?: boolean }
    if (isChoosing || ctrlKey || metaKey) selection.toggle(item)
    else onOpen(item)
  }

  function held(item: Item, index: number, event: BaseEventOrig): void {
    const { type } = event
    if (type === 'contextmenu' && props.onMenu) return props.onMenu(item)
    gestures.hold(index, event)
  }
})

function indexes(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at)
}

function within(perRow: number | undefined | null): number {
  return perRow === 4 || perRow === MOST_COLUMNS ? perRow : FEWEST_COLUMNS
}
