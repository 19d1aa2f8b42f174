import type { AttachPull } from './usePull'

/** The content moves half as far as the finger. */
const resistance = 0.5

export const attachPull: AttachPull = (scroller, content, pull) => {
  let from: Touch | undefined
  let way = 0

  function start(event: TouchEvent): void {
    from =
      scroller.scrollTop <= 0 && !pull.current.triggered && event.touches.length === 1 ? event.touches[0] : undefined
    way = 0
  }
  function move(event: TouchEvent): void {
    const touch = event.touches[0]
    if (!from || !touch) return
    const down = touch.clientY - from.clientY
    const begins = way === 0
    // Another gesture has prevented the scrolling.
    const isTaken = event.defaultPrevented || !event.cancelable
    if (begins && (isTaken || down <= 0 || Math.abs(touch.clientX - from.clientX) > down)) {
      from = undefined
      return
    }
    if (event.cancelable) event.preventDefault()
    way = Math.max(1, Math.min(down * resistance, 2 * pull.current.threshold))
    place(content.current, way, false)
  }
  function end(event: TouchEvent): void {
    if (!from || !way) return
    from = undefined
    const far = event.type === 'touchend' && way >= pull.current.threshold
    place(content.current, far ? pull.current.threshold : 0, true)
    if (far) pull.current.onRefresh()
  }
  function settle(): void {
    place(content.current, pull.current.triggered ? pull.current.threshold : 0, true)
  }

  scroller.addEventListener('touchstart', start, { passive: true })
  scroller.addEventListener('touchmove', move, { passive: false })
  scroller.addEventListener('touchend', end)
  scroller.addEventListener('touchcancel', end)
  settle()
  return {
    settle,
    detach() {
      scroller.removeEventListener('touchstart', start)
      scroller.removeEventListener('touchmove', move)
      scroller.removeEventListener('touchend', end)
      scroller.removeEventListener('touchcancel', end)
    },
  }
}

function place(content: HTMLElement | null, way: number, settling: boolean): void {
  if (!content) return
  content.style.transition = settling ? 'transform .2s' : ''
  content.style.transform = way ? `translateY(${way}px)` : ''
  content.parentElement?.classList.toggle('h5-pulled', way > 0)
}
