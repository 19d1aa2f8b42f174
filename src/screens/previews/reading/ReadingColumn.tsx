import { observer } from 'mobx-react'
import { ScrollView, View } from '@tarojs/components'
import type { ScrollViewProps } from '@tarojs/components/types/ScrollView'
import { useEffect, useMemo } from 'react'
import { useKeptPlace } from '@/components/lists/useKeptPlace'
import { Button } from '@/components/ui/Button'
import { useWords } from '@/components/ui/context'
import { heightOf, rowAt } from '@/domain/items/lists/measured'
import { estimatedHeight, type ReadingRow } from '@/domain/previews/readingColumn'
import { lineHeightOf } from '@/domain/previews/readingLook'
import type { ReadingStore } from '@/stores/previews/reading/ReadingStore'
import { ReadingBlockView } from './ReadingBlockView'

interface Props {
  reading: ReadingStore
  /** The file's name, for screen readers. */
  name: string
  /** px of the screen */
  width: number
  height: number
}

/** px beside the text */
const PADDING = 16
/** px of the screen above and below the text */
const AROUND = 140
/** The width of the text on a wide screen, times the font size (reading.scss). */
const WIDEST = 44

/** px by which a phone may round the place to which a list scrolls */
const ROUNDING = 1

/** The rows of a text near the screen. The others are spaces of their heights. */
export const ReadingColumn = observer(function ReadingColumn({ reading, name, width, height }: Props) {
  const t = useWords<'preview'>()
  const { rows, mounted, look, revealed, isCut } = reading
  const { size, spacing, font } = look
  // Another look has other heights.
  const heights = useMemo(
    () => ({ key: `${size} ${spacing} ${font} ${width}`, known: new Map<number, number>() }),
    [size, spacing, font, width],
  ).known
  const layout = {
    width: Math.min(width, WIDEST * size) - 2 * PADDING,
    size,
    lineHeight: lineHeightOf(look),
  }
  for (const row of rows) if (!heights.has(row.id)) heights.set(row.id, estimatedHeight(row, layout))
  const ids = rows.map(({ id }) => id)
  const { start, end } = mounted
  const drawn = rows.slice(start, end)
  const { target, scrolled } = useKeptPlace(
    drawn.map(({ id }) => id),
    heights,
    revealed,
  )
  useEffect(() => reading.fetchMounted())
  const isShort = heightOf(ids, heights) <= height - AROUND
  useEffect(() => {
    if (isShort) reading.onScroll(0, true)
  }, [reading, isShort])

  const onScroll: ScrollViewProps['onScroll'] = ({ detail: { scrollTop, scrollHeight } }) => {
    scrolled()
    const at = rowAt(ids, heights, scrollTop + ROUNDING)
    const above = scrollTop - heightOf(ids.slice(0, at), heights)
    reading.onScroll(at, scrollTop + height >= scrollHeight, above / (heights.get(ids[at] ?? 0) ?? Infinity))
  }
  const forReaders = { role: 'document', 'aria-label': name, tabIndex: 0 }
  return (
    <ScrollView
      className="measured reading-column"
      scrollY
      scrollAnchoring
      scrollIntoView={target}
      onScroll={onScroll}
      {...forReaders}
    >
      <View style={{ height: `${heightOf(ids.slice(0, start), heights)}px` }} aria-hidden />
      {drawn.map((row) => (
        <View key={row.id} id={`row-${row.id}`} className="measured-row reading-row">
          {row.blocks === null ? (
            <MissingPiece reading={reading} row={row} height={heights.get(row.id) ?? 0} />
          ) : (
            <Blocks reading={reading} row={row} />
          )}
        </View>
      ))}
      <View style={{ height: `${heightOf(ids.slice(end), heights)}px` }} aria-hidden />
      {rows.length === 0 && <View className="reading-end">{t('preview.reading.empty')}</View>}
      {isCut && <View className="reading-end">{t('preview.reading.cut')}</View>}
    </ScrollView>
  )
})

interface RowProps {
  reading: ReadingStore
  row: ReadingRow
}

const Blocks = observer(function Blocks({ reading: { find }, row: { blocks, place } }: RowProps) {
  const { finder, current } = find
  const isHere = current !== null && current.piece === place.piece
  return (
    <>
      {blocks?.map((block, at) => (
        <ReadingBlockView
          key={place.block + at}
          block={block}
          finder={finder}
          now={isHere && current.block === place.block + at ? current.nth : null}
        />
      ))}
    </>
  )
})

const MissingPiece = observer(function MissingPiece({
  reading,
  row: {
    place: { piece },
  },
  height,
}: RowProps & { height: number }) {
  const t = useWords<'preview'>()
  return (
    <View className="reading-missing" style={{ height: `${height}px` }} role="status">
      {reading.isFailed(piece) ? (
        <View className="reading-failed" role="alert">
          <View>{t('preview.reading.pieceFailed')}</View>
          <Button small label={t('action.retry')} onPress={() => void reading.retry(piece)} />
        </View>
      ) : (
        t('preview.loading')
      )}
    </View>
  )
})
