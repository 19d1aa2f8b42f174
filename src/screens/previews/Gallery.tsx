import { observer } from 'mobx-react'
import { View, type BaseEventOrig, type ITouchEvent } from '@tarojs/components'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { useWindow, useWords } from '@/components/ui/context'
import { DOUBLE_TAP_INTERVAL, IMAGE_ZOOM_ANIMATION } from '@/domain/previews/limits'
import {
  toggleZoom,
  fitOf,
  setDirection,
  isDismissed,
  moveGesture,
  restingView,
  settle,
  startGesture,
  turnOf,
  type Extent,
  type Gesture,
  type PictureView,
  type Point,
} from '@/domain/previews/gallery'
import { cancelPress, lift, noTaps, press, endWait, type Tap } from '@/domain/previews/taps'
import { useApp } from '@/screens/app/AppContext'
import type { GalleryStore } from '@/stores/previews/GalleryStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { PictureStrip } from './PictureStrip'
import { PreviewBody } from './PreviewBody'
import { turnOfKey, useTurn } from './useTurn'

/** px; `top` is relative to the window */
export type Frame = Extent & { top: number }

interface Props {
  gallery: GalleryStore
  overlays: OverlayStore
  /** Its position, where it does not fill the window. */
  frame?: Frame
  /** Whether the bars over the picture are visible. */
  hasBars: boolean
  onTap(): void
  /** Called when the picture was pulled down. */
  onClose(): void
}

/** px between two pictures */
const GAP = 16
/** ms of the animation to the next picture */
const TURNING = 250

interface Moving {
  view: PictureView
  /** px that the row is dragged */
  across: number
  /** While fingers touch it, nothing is animated. */
  isHeld: boolean
}

/** Pictures side by side: swiped to turn to the next, pinched, tapped once or twice, pulled down (PREV-06). */
export const Gallery = observer(function Gallery({ gallery, overlays, frame: given, hasBars, onTap, onClose }: Props) {
  const t = useWords<'preview'>()
  const {
    platform: { clock },
  } = useApp()
  const turnTo = useTurn(gallery, overlays)
  const { place, near, preview, count } = gallery
  const phone = useWindow()
  // The gallery of a browser is wider than the app's column; it is measured with the first touch.
  const [own, setOwn] = useState<Extent | null>(null)
  const frame = given ?? own ?? phone
  const upright = restingView(preview.representation.info?.exif_rotation)
  const [moving, setMoving] = useState<{ place: number } & Moving>({ place, view: upright, across: 0, isHeld: false })
  const now = moving.place === place ? moving : { view: upright, across: 0, isHeld: false }
  const [sizes, setSizes] = useState<Record<number, Extent>>({})
  const picture = sizes[preview.target.fileId] ?? frame
  const gesture = useRef<Gesture | null>(null)
  const last = useRef<Point[]>([])
  const taps = useRef(noTaps)
  const forget = useRef(() => {})
  useEffect(() => () => forget.current(), [])

  // Events may come faster than renders.
  const latest = useRef(now)
  latest.current = now
  const show = (change: Partial<Moving>) => {
    latest.current = { ...latest.current, ...change }
    setMoving({ ...latest.current, place })
  }

  /** Relative to the middle of the frame. */
  function pointsOf(event: BaseEventOrig): Point[] {
    const { touches } = event as unknown as Pick<ITouchEvent, 'touches'>
    const { left, top, width, height } = boxOf(event) ?? { ...frame, left: 0, top: given?.top ?? 0 }
    return Array.from(touches)
      .slice(0, 2)
      .map(({ clientX, clientY }) => ({ x: clientX - left - width / 2, y: clientY - top - height / 2 }))
  }

  function begin(event: BaseEventOrig) {
    const box = boxOf(event)
    if (box && (box.width !== own?.width || box.height !== own.height)) setOwn({ width: box.width, height: box.height })
    const points = pointsOf(event)
    const [first, second] = points
    const at = gesture.current?.at ?? event.timeStamp
    gesture.current = startGesture(latest.current.view, points, at, gesture.current)
    tapped(second ? cancelPress(taps.current) : press(taps.current, { at, ...first! }, DOUBLE_TAP_INTERVAL))
    last.current = points
    show({ isHeld: true, across: 0 })
  }

  function move(event: BaseEventOrig) {
    if (!gesture.current) return
    const points = pointsOf(event)
    last.current = points
    gesture.current = setDirection(gesture.current, points)
    show({ ...moveGesture(gesture.current, points), isHeld: true })
  }

  function end(event: BaseEventOrig) {
    const { current: held } = gesture
    if (!held) return
    const left = pointsOf(event)
    if (left.length > 0) {
      gesture.current = startGesture(latest.current.view, left, held.at, held)
      return
    }
    gesture.current = null
    const [from, to] = [held.start[0]!, last.current[0]!]
    const tap = tapped(lift(taps.current, { at: event.timeStamp, ...to }))
    forget.current()
    if (taps.current.first) forget.current = clock.after(DOUBLE_TAP_INTERVAL, () => void tapped(endWait(taps.current)))
    const view = held.direction === 'down' ? held.from : latest.current.view
    const resting = { across: 0, isHeld: false }
    if (tap?.kind === 'double') return show({ view: toggleZoom(view, to, frame, picture), ...resting })
    const drag = { x: to.x - from.x, y: to.y - from.y, time: event.timeStamp - held.at }
    const turn = view.scale > 1 || held.isPinch ? null : turnOf(drag, frame.width)
    if (turn && turnTo(turn)) return
    if (held.direction === 'down' && isDismissed(drag)) return onClose()
    show({ view: settle(view, frame, picture), ...resting })
  }

  function tapped([known, tap]: ReturnType<typeof lift>): Tap | null {
    taps.current = known
    if (tap?.kind === 'single' && gallery.preview.phase === 'ready') onTap()
    return tap
  }

  function keyed({ key }: { key?: string }) {
    const turn = turnOfKey(key)
    if (turn) turnTo(turn)
    if (key === 'Enter') onTap()
  }

  const keys = { tabIndex: 0, onKeyDown: keyed }
  return (
    <View
      className="gallery"
      catchMove
      role="group"
      aria-label={t('preview.gallery')}
      onTouchStart={begin}
      onTouchMove={move}
      onTouchEnd={end}
      onTouchCancel={end}
      {...keys}
    >
      <View className="gallery-row" style={rowStyle(place, now)}>
        {near.map((one) => {
          const { fileId } = one.preview.target
          const isCurrent = one.place === place
          return (
            <View key={fileId} className="gallery-place" style={{ left: placed(one.place) }} aria-hidden={!isCurrent}>
              <PreviewBody
                preview={one.preview}
                overlays={overlays}
                isClose={isCurrent && now.view.scale > 1}
                pictureStyle={isCurrent ? pictureStyle(now, frame, picture) : undefined}
                onPicture={(size) => setSizes((known) => ({ ...known, [fileId]: size }))}
              />
            </View>
          )
        })}
      </View>
      {count ? (
        <View className={hasBars ? 'pdf-bar pdf-bar-shown' : 'pdf-bar'} role="status">
          {t('preview.page', { n: count.at, total: count.of })}
        </View>
      ) : null}
      <PictureStrip gallery={gallery} isShown={hasBars} onChoose={turnTo} />
    </View>
  )
})

/** The gallery's position in a browser's window, px; undefined in the mini-program. */
function boxOf({ currentTarget }: BaseEventOrig): (Extent & { left: number; top: number }) | undefined {
  return (
    currentTarget as { getBoundingClientRect?(): Extent & { left: number; top: number } }
  ).getBoundingClientRect?.()
}

function placed(place: number): string {
  return `calc(${place * 100}% + ${place * GAP}px)`
}

function rowStyle(place: number, { across, isHeld }: Moving): CSSProperties {
  return {
    transform: `translate3d(calc(${-place * 100}% + ${across - place * GAP}px), 0, 0)`,
    transition: isHeld ? 'none' : `transform ${TURNING}ms ease-out`,
  }
}

function pictureStyle({ view, isHeld }: Moving, frame: Extent, picture: Extent): CSSProperties {
  const { x, y, scale, rotation } = view
  return {
    transform: `translate3d(${round(x)}px, ${round(y)}px, 0) rotate(${round(rotation)}deg) scale(${round(scale * fitOf(frame, picture, rotation))})`,
    transition: isHeld ? 'none' : `transform ${IMAGE_ZOOM_ANIMATION}ms ease-out`,
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
