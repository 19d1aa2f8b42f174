import { CustomWrapper, Image, ScrollView, View, type BaseEventOrig, type ITouchEvent } from '@tarojs/components'
import { observer } from 'mobx-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { useWindow, useWords } from '@/components/ui/context'
import { turnOf, type Point, type Turn } from '@/domain/previews/gallery'
import type { PreviewError } from '@/domain/previews/generation'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import type { AppServices } from '@/stores/app/AppServices'
import { PagesStore, type PagePicture } from '@/stores/previews/PagesStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { offersFind } from '@/stores/previews/offersFind'
import { PageTexts } from '@/stores/previews/PageTexts'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import { turnOfKey } from '../useTurn'
import { PagePhoto } from './PagePhoto'
import { PageFind } from './PageFind'
import { PageTools } from './PageTools'

interface Props {
  preview: PreviewStore
  overlays: OverlayStore
  /** Turns to another picture, where a picture of several pages is one of several. */
  onTurn?(turn: Turn): void
}

/** A document as pictures of its pages, where the phone may not use its own viewer (PREV-08, decisions 46). */
export const PagesViewer = observer(function PagesViewer({ preview, overlays, onTurn }: Props) {
  const app = useApp()
  const t = useWords<'preview'>()
  const { width, height } = useWindow()
  const { pages, texts } = useDisposable(() => openPages(app, preview))
  const head = useHead(preview) + (texts.find.isOpen ? FIND : 0)
  useEffect(() => pages.fit({ width, height: height - head }), [pages, width, height, head])
  useEffect(() => void pages.open(), [pages])

  // Only once the scrolled content has its new size.
  const {
    column,
    total,
    view: { scale },
    goal,
  } = pages
  const [place, setPlace] = useState(goal)
  useEffect(() => setPlace(goal), [goal])

  const touch = useRef<(Point & { at: number }) | null>(null)
  const forReaders = { role: 'document', 'aria-label': preview.item?.name, tabIndex: 0 }
  if (!column)
    return (
      <View className="pdf-loading" role="status">
        {t('preview.loading')}
      </View>
    )
  return (
    <View className="pages-whole">
      <PageFind preview={preview} texts={texts} />
      <View className="pages-rest">
        <ScrollView
          className="pages"
          scrollX
          scrollY
          scrollTop={place?.top}
          scrollLeft={place?.left}
          {...forReaders}
          onScroll={({ detail }) => pages.onScroll(detail.scrollLeft, detail.scrollTop)}
          onClick={(event) => pages.onTap(pointOf(event, head))}
          {...(onTurn && { onTouchStart: begin, onTouchEnd: end, onKeyDown: keyed })}
        >
          <View className="pdf-column" style={{ width: px(column.width * scale), height: px(column.height * scale) }}>
            <CustomWrapper>{pages.pages.map(pageOf)}</CustomWrapper>
          </View>
        </ScrollView>
        <PageTools
          preview={preview}
          overlays={overlays}
          texts={texts}
          total={total}
          current={pages.current}
          isWide={pages.isWide}
          draw={(page, isSmall) => <PagePhoto pages={pages.addresses} index={page - 1} isSmall={isSmall} />}
          onGo={(page) => pages.goToPage(page)}
        />
        <View className={pages.isBarShown ? 'pdf-bar pdf-bar-shown' : 'pdf-bar'} role="status">
          {t('preview.page', { n: pages.current, total })}
        </View>
      </View>
    </View>
  )

  function begin(event: BaseEventOrig) {
    const { touches } = event as unknown as ITouchEvent
    const [first] = Array.from(touches)
    // Two fingers, and a finger on pages wider than the window, move the pages.
    const isSwipe = first && touches.length === 1 && column!.width * scale <= width + 1
    touch.current = isSwipe ? { x: first.clientX, y: first.clientY, at: event.timeStamp } : null
  }

  function end(event: BaseEventOrig) {
    const from = touch.current
    touch.current = null
    const [last] = Array.from((event as unknown as ITouchEvent).changedTouches)
    if (!from || !last) return
    const drag = { x: last.clientX - from.x, y: last.clientY - from.y, time: event.timeStamp - from.at }
    const turn = turnOf(drag, width)
    // A finger that goes up or down scrolls.
    if (turn && Math.abs(drag.x) > 2 * Math.abs(drag.y)) onTurn?.(turn)
  }

  function keyed({ key }: { key?: string }) {
    const turn = turnOfKey(key)
    if (turn) onTurn?.(turn)
  }

  function pageOf({ index, address, isBroken }: PagePicture) {
    const { gap, tops, heights, width: whole } = column!
    const style = {
      left: px(gap * scale),
      top: px(tops[index]! * scale),
      width: px((whole - 2 * gap) * scale),
      height: px(heights[index]! * scale),
    }
    return (
      <View key={index} className="pdf-page" style={style}>
        {isBroken
          ? broken(index)
          : address && (
              <Image
                className="pages-picture"
                src={app.platform.origin + address}
                mode="scaleToFill"
                aria-label={t('preview.pageOf', { n: index + 1, total })}
                onLoad={() => pages.onPictureShown()}
                onError={() => pages.onPictureFailed(index)}
              />
            )}
        {marksOn(index)}
      </View>
    )
  }

  function marksOn(index: number) {
    return texts.marks.get(index)?.flatMap(({ boxes, isCurrent }, nth) =>
      boxes.map(({ left, top, right, bottom }, at) => {
        const style = {
          left: percent(left),
          top: percent(top),
          width: percent(right - left),
          height: percent(bottom - top),
        }
        return (
          <View key={`${nth} ${at}`} className={isCurrent ? 'pages-mark pages-mark-now' : 'pages-mark'} style={style} />
        )
      }),
    )
  }

  function broken(index: number) {
    return (
      <View className="pages-broken" role="alert">
        <View className="pages-broken-text">{t('preview.pageFailed')}</View>
        <Button small label={t('action.retry')} onPress={() => void pages.retry(index)} />
      </View>
    )
  }
})

/** The pages of a document, and the words on them. */
function openPages(app: AppServices, preview: PreviewStore) {
  const fail = (reason: PreviewError) => preview.fail(reason)
  const pages = new PagesStore(app, preview.target, {
    shown: () => preview.onViewerShown(),
    failed: fail,
    pageOf: (total) => preview.reading.place.pageOf(total),
    turned: (page, total) => preview.reading.place.leavePages(page, total),
    linesOf: (page) => (offersFind(preview) ? texts.linesOf(page) : null),
  })
  const texts = new PageTexts(app, preview.target, pages, fail)
  return {
    pages,
    texts,
    dispose() {
      pages.dispose()
      texts.dispose()
    },
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100_000) / 1000}%`
}

function px(value: number): string {
  return `${Math.round(value * 100) / 100}px`
}

/** A tap relative to the corner of the viewport; the mini-program reports it relative to the screen. */
function pointOf(event: BaseEventOrig, head: number): Point {
  const { clientX, clientY, detail, currentTarget } = event as unknown as {
    clientX?: number
    clientY?: number
    detail: Point
    currentTarget: { getBoundingClientRect?(): { left: number; top: number } }
  }
  const { left, top } = currentTarget.getBoundingClientRect?.() ?? { left: 0, top: head }
  return { x: (clientX ?? detail.x) - left, y: (clientY ?? detail.y) - top }
}

/** px; the bar that finds words (reading/_tools.scss) */
const FIND = 45
/** px; the bar of an older version (versions.scss) */
const BAR = 44

/** px above the viewer: the header, and the bar of an older version */
export function useHead({ target: { versionId, file } }: PreviewStore): number {
  const { statusBar, headerHeight } = useWindow()
  return statusBar + headerHeight + (versionId !== undefined && file === undefined ? BAR : 0)
}
