import { DOUBLE_TAP_INTERVAL } from '@/domain/previews/limits'
import { pinch, type PdfView } from '@/domain/previews/pdfZoom'
import type { Point } from '@/domain/previews/gallery'
import { cancelPress, lift, noTaps, press, endWait, type Tap, type Taps, type Touch } from '@/domain/previews/taps'

interface Zoomable {
  readonly view: PdfView
  show(view: PdfView): void
  /** A double tap, px from the corner of the box. */
  toggleAt(at: Point): Promise<void>
}

/** Taps and pinches on `box`; the browser handles scrolling. @returns stops listening */
export function hearGestures(box: HTMLElement, pages: Zoomable, tapped: () => void): () => void {
  const stopTaps = hearTaps(box, (tap) => {
    if (tap.kind === 'single') tapped()
    else void pages.toggleAt(within(box, tap))
  })
  const stopPinch = hearPinch(box, pages)
  return () => {
    stopTaps()
    stopPinch()
  }
}

function within(box: HTMLElement, at: Point): Point {
  const { left, top } = box.getBoundingClientRect()
  return { x: at.x - left, y: at.y - top }
}

function hearTaps(box: HTMLElement, tapped: (tap: Tap) => void): () => void {
  let taps: Taps = noTaps
  let timer: number | undefined
  const take = ([next, tap]: [Taps, Tap | null]) => {
    taps = next
    if (tap) tapped(tap)
  }
  const touchOf = ({ timeStamp, clientX, clientY }: PointerEvent): Touch => ({ at: timeStamp, x: clientX, y: clientY })
  return listen(
    box,
    {
      pointerdown(event: PointerEvent) {
        if (!event.isPrimary) taps = noTaps
        else if (event.button === 0) take(press(taps, touchOf(event), DOUBLE_TAP_INTERVAL))
      },
      pointerup(event: PointerEvent) {
        if (!event.isPrimary) return
        take(lift(taps, touchOf(event)))
        clearTimeout(timer)
        if (taps.first) timer = window.setTimeout(() => take(endWait(taps)), DOUBLE_TAP_INTERVAL)
      },
      pointercancel(event: PointerEvent) {
        if (event.isPrimary) take(cancelPress(taps))
      },
    },
    () => clearTimeout(timer),
  )
}

function hearPinch(box: HTMLElement, pages: Zoomable): () => void {
  let begun: { view: PdfView; fingers: [Point, Point] } | null = null
  const fingersOf = ({ touches }: TouchEvent): [Point, Point] | null => {
    const [one, other] = [...touches].map(({ clientX, clientY }) => within(box, { x: clientX, y: clientY }))
    return one && other ? [one, other] : null
  }
  /** When the number of fingers changes, the pinch starts again, so that nothing jumps. */
  const count = (event: TouchEvent) => {
    const fingers = fingersOf(event)
    begun = fingers && { view: pages.view, fingers }
  }
  return listen(box, {
    touchstart: count,
    touchend: count,
    touchcancel: count,
    touchmove(event: TouchEvent) {
      const fingers = fingersOf(event)
      if (!begun || !fingers) return
      if (event.cancelable) event.preventDefault()
      pages.show(pinch(begun.view, begun.fingers, fingers))
    },
    /** Prevents Safari's pinch of the whole page. */
    gesturestart: (event: Event) => event.preventDefault(),
  })
}

function listen<E extends Event>(
  box: HTMLElement,
  listeners: Record<string, (event: E) => void>,
  end?: () => void,
): () => void {
  const entries = Object.entries(listeners) as [string, EventListener][]
  for (const [type, listener] of entries) box.addEventListener(type, listener, { passive: false })
  return () => {
    for (const [type, listener] of entries) box.removeEventListener(type, listener)
    end?.()
  }
}
