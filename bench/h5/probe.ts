/** What the page records about itself; times in ms since the navigation. */
export interface Probe {
  /** A row is in the page but not painted: neither its thumbnail nor the next page of the list is requested yet. */
  firstSeen: number | null
  firstRow: number | null
  taps: number | null
  /** Start and length of every task above 50 ms. */
  longTasks: [number, number][]
  /** What moved by itself: the layout shift of the whole visit. */
  shift: number
  /** Time of every frame since `startFrames`. */
  frames: number[]
  startFrames(): void
  stopFrames(): void
}

/** The name of the function by which the page tells the bench that its first row is painted, and that it answers taps. */
export const telling = 'benchTells'

declare global {
  interface Window {
    bench: Probe
  }
}

interface Asked {
  tap: boolean
  hurry: boolean
  picture: boolean
  telling: string
}

/**
 * Runs in the page before its own scripts, so it stands alone. A row is painted in the frame after it has text; it answers when a click
 * on its menu changes the address. Of a share's `picture` the first row is the picture itself, come and decoded.
 */
export function probe({ tap, hurry, picture, telling }: Asked): void {
  let counting = false
  const reach = (what: 'firstRow' | 'taps') => {
    bench[what] = performance.now()
    ;(window as unknown as Record<string, (what: string) => void>)[telling]?.(what)
  }
  const bench: Probe = {
    firstSeen: null,
    firstRow: null,
    taps: null,
    longTasks: [],
    shift: 0,
    frames: [],
    startFrames() {
      counting = true
      bench.frames = []
      const frame = (now: number) => {
        bench.frames.push(now)
        if (counting) requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    },
    stopFrames() {
      counting = false
    },
  }
  window.bench = bench
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) bench.longTasks.push([startTime, duration])
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) bench.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })

  // The list requests at most two pages a second; a folder of 10,000 items would take minutes to load.
  if (hurry) {
    const later = window.setTimeout
    const sooner = (run: TimerHandler, delay?: number, ...rest: unknown[]) =>
      later(run, delay === 500 ? 0 : delay, ...rest)
    window.setTimeout = sooner as typeof setTimeout
  }

  const afterPaint = (run: () => void) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = run
    channel.port2.postMessage(null)
  }
  const tryTap = () => {
    const before = location.href
    document.querySelector<HTMLElement>('#app .row .row-more')?.click()
    if (location.href === before) requestAnimationFrame(tryTap)
    else reach('taps')
  }
  const painted = () =>
    afterPaint(() => {
      reach('firstRow')
      if (tap) tryTap()
    })
  const seen = () => {
    bench.firstSeen = performance.now()
    requestAnimationFrame(painted)
  }
  if (picture) {
    const isPicture = ({ target }: Event) => (target as Element).matches?.('#app img')
    document.addEventListener('load', (event) => isPicture(event) && bench.firstSeen === null && seen(), true)
    return
  }
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.row .row-head')?.textContent) return
    observer.disconnect()
    seen()
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
