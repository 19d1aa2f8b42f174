import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

interface Pull {
  enabled?: boolean
  /** The owner is refreshing; the content moves back up when this ends. */
  triggered?: boolean
  /** px that the content must move down */
  threshold: number
  onRefresh(): void
}

/** The content moves half as far as the finger. */
const resistance = 0.5

/** Pulls `content` down inside `scroller` at its top. As in the mini-program, the content stays down until `triggered` ends. */
export function usePull(scroller: RefObject<HTMLElement>, content: RefObject<HTMLElement>, pull: Pull): void {
  const latest = useRef(pull)
  latest.current = pull
  const { enabled, triggered, threshold } = pull

  useLayoutEffect(() => {
    if (enabled) place(content.current, triggered ? threshold : 0, true)
  }, [content, enabled, triggered, threshold])

  useEffect(() => {
    const box = scroller.current
    if (!enabled || !box) return
    let from: Touch | undefined
    let way = 0

    function start(event: TouchEvent): void {
      from =
        box!.scrollTop <= 0 && !latest.current.triggered && event.touches.length === 1 ? event.touches[0] : undefined
      way = 0
    }
    function move(event: TouchEvent): void {
      const touch = event.touches[0]
      if (!from || !touch) return
      const down = touch.clientY - from.clientY
      const begins = way === 0
      if (begins && (down <= 0 || Math.abs(touch.clientX - from.clientX) > down || !event.cancelable)) {
        from = undefined
        return
      }
      if (event.cancelable) event.preventDefault()
      way = Math.max(1, Math.min(down * resistance, 2 * latest.current.threshold))
      place(content.current, way, false)
    }
    function end(event: TouchEvent): void {
      if (!from || !way) return
      from = undefined
      const far = event.type === 'touchend' && way >= latest.current.threshold
      place(content.current, far ? latest.current.threshold : 0, true)
      if (far) latest.current.onRefresh()
    }

    box.addEventListener('touchstart', start, { passive: true })
    box.addEventListener('touchmove', move, { passive: false })
    box.addEventListener('touchend', end)
    box.addEventListener('touchcancel', end)
    return () => {
      box.removeEventListener('touchstart', start)
      box.removeEventListener('touchmove', move)
      box.removeEventListener('touchend', end)
      box.removeEventListener('touchcancel', end)
    }
  }, [scroller, content, enabled])
}

function place(content: HTMLElement | null, way: number, settling: boolean): void {
  if (!content) return
  content.style.transition = settling ? 'transform .2s' : ''
  content.style.transform = way ? `translateY(${way}px)` : ''
  content.parentElement?.classList.toggle('h5-pulled', way > 0)
}
