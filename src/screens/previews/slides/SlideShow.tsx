import { View, type BaseEventOrig, type ITouchEvent } from '@tarojs/components'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useModal } from '@/components/sheets/useModal'
import { IconButton } from '@/components/ui/IconButton'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { turnOf, type Point } from '@/domain/previews/gallery'
import { slideAfter } from '@/domain/previews/slides'
import { useFullScreen } from './useFullScreen'

interface Props {
  name: string
  total: number
  /** From 1. */
  first: number
  /** Draws a slide, from 1, as large as its box. */
  draw(page: number): ReactNode
  onClose(): void
  /** The last slide that was shown, from 1; called also where the phone's back gesture ends the show. */
  onEnd?(page: number): void
}

/** Slides one by one on the whole screen (AH-38): by taps, swipes and keys. A phone held upright shows them turned. */
export function SlideShow({ name, total, first, draw, onClose, onEnd }: Props) {
  const t = useWords<'preview'>()
  const [at, setAt] = useState(first)
  const ends = useRef({ at, onEnd })
  ends.current = { at, onEnd }
  useEffect(() => () => ends.current.onEnd?.(ends.current.at), [])
  const isLeft = useRef(false)
  const leave = () => {
    // Escape also ends the browser's full screen, which is reported as well.
    if (!isLeft.current) onClose()
    isLeft.current = true
  }
  const box = useModal(leave)
  const { width, height, isHandheld } = useFullScreen(box, leave)
  const isTurned = isHandheld && height > width
  const swipe = useRef<{ from: Point; now: Point; at: number } | null>(null)
  const turned = { width: `${height}px`, height: `${width}px`, transform: `translateX(${width}px) rotate(90deg)` }
  const step = (by: 1 | -1) => setAt((now) => Math.min(total, Math.max(1, now + by)))
  return (
    <View
      ref={box}
      className="slides"
      role="dialog"
      aria-modal
      aria-label={name}
      catchMove
      onTouchStart={begin}
      onTouchMove={move}
      onTouchEnd={end}
      {...{ onKeyDown: keyed }}
    >
      <View className={classes('slides-stage', isTurned && 'slides-turned')} style={isTurned ? turned : undefined}>
        {[at, at + 1]
          .filter((page) => page <= total)
          .map((page) => (
            <View
              key={`${page} ${width} ${height}`}
              className={classes('slides-slide', page !== at && 'slides-ahead')}
              role="img"
              aria-label={t('preview.pageOf', { n: page, total })}
              aria-hidden={page !== at}
            >
              {draw(page)}
            </View>
          ))}
        <View
          className="slides-side slides-side-left"
          role="button"
          aria-label={t('preview.pages.previous')}
          aria-disabled={at === 1}
          onClick={() => step(-1)}
        />
        <View
          className="slides-side slides-side-right"
          role="button"
          aria-label={t('preview.pages.next')}
          aria-disabled={at === total}
          onClick={() => step(1)}
        />
        <View className="slides-bar">
          <View className="slides-count" role="status">
            {t('preview.page', { n: at, total })}
          </View>
          <IconButton icon="x" label={t('action.close')} onPress={leave} />
        </View>
      </View>
    </View>
  )

  function keyed(event: { key?: string; shiftKey?: boolean; target?: unknown; preventDefault(): void }) {
    const isButton = event.target !== box.current && (event.key === ' ' || event.key === 'Enter')
    const next = isButton ? null : slideAfter(event.key ?? '', event.shiftKey === true, at, total)
    if (next === null) return
    event.preventDefault()
    setAt(next)
  }

  function begin(event: BaseEventOrig) {
    const finger = fingerOf(event)
    swipe.current = finger && { from: finger, now: finger, at: event.timeStamp }
  }

  function move(event: BaseEventOrig) {
    const finger = fingerOf(event)
    swipe.current = finger && swipe.current && { ...swipe.current, now: finger }
  }

  function end(event: BaseEventOrig) {
    const { current: done } = swipe
    swipe.current = null
    if (!done) return
    const [x, y] = [done.now.x - done.from.x, done.now.y - done.from.y]
    // The slide's right end is at the bottom of a phone that is held upright.
    const drag = isTurned ? { x: y, y: -x } : { x, y }
    const turn = turnOf({ ...drag, time: event.timeStamp - done.at }, isTurned ? height : width)
    if (turn) step(turn === 'next' ? 1 : -1)
  }
}

/** The only finger on the screen; two fingers turn nothing. */
function fingerOf(event: BaseEventOrig): Point | null {
  const [finger, other] = Array.from((event as unknown as ITouchEvent).touches)
  return finger && !other ? { x: finger.clientX, y: finger.clientY } : null
}
