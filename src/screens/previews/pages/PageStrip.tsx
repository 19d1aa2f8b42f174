import { ScrollView, View } from '@tarojs/components'
import { useEffect, useState, type ReactNode } from 'react'
import { IconButton } from '@/components/ui/IconButton'
import { classes } from '@/components/ui/classes'
import { useWindow, useWords } from '@/components/ui/context'
import { mountedThumbs, thumbsAt, THUMB } from '@/domain/previews/pageStrip'
import { onEscape } from './onEscape'
import { useTakeFocus } from './useTakeFocus'

/** px: the width of the app's column in a wide window, whose preview may be as wide as the other */
const COLUMN = 640
const WIDEST = 1920

interface Props {
  total: number
  /** The page being read, from 1. */
  current: number
  /** Draws a small picture of a page, from 1. */
  draw(page: number): ReactNode
  /** @param page from 1 */
  onGo(page: number): void
  onClose(): void
}

/** Small pictures of the pages; a press leads to one (AH-38). Only those near the screen exist. */
export function PageStrip({ total, current, draw, onGo, onClose }: Props) {
  const t = useWords<'preview'>()
  const { width } = useWindow()
  const shown = width < COLUMN ? width : WIDEST
  const [start] = useState(() => thumbsAt(current, total, width))
  const [left, setLeft] = useState(start)
  // Only once the content has its size.
  const [goal, setGoal] = useState<number>()
  useEffect(() => setGoal(start), [start])
  const box = useTakeFocus(true, '.pages-thumb-current')
  return (
    <View ref={box} className="pages-strip" role="group" aria-label={t('preview.pages.small')} {...onEscape(onClose)}>
      <ScrollView
        className="pages-strip-scroll"
        scrollX
        scrollLeft={goal}
        onScroll={({ detail }) => setLeft(detail.scrollLeft)}
      >
        <View className="pages-strip-row" style={{ width: `${THUMB.gap + total * THUMB.pitch}px` }}>
          {mountedThumbs(left, total, shown).map((page) => (
            <View
              key={page}
              className={classes('pages-thumb', page === current && 'pages-thumb-current')}
              style={{ left: `${THUMB.gap + (page - 1) * THUMB.pitch}px` }}
              role="button"
              aria-label={t('preview.pageOf', { n: page, total })}
              aria-current={page === current}
              onClick={() => onGo(page)}
            >
              <View className="pages-thumb-picture">{draw(page)}</View>
              <View className="pages-thumb-number">{page}</View>
            </View>
          ))}
        </View>
      </ScrollView>
      <IconButton icon="x" label={t('action.close')} onPress={onClose} />
    </View>
  )
}
