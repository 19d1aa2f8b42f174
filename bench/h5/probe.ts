/** Records of the page about itself; times in ms since the navigation. */
export interface Probe {
  /** A row is in the page but not painted: neither its thumbnail nor the list's next page is requested yet. */
  firstSeen: number | null
  firstRow: number | null
  taps: number | null
  /** Start and duration of every task above 50 ms. */
  longTasks: [number, number][]
  /** The layout shift of the whole visit, without shifts after input. */
  shift: number
  /** Times of all frames since `startFrames`. */
  frames: number[]
  startFrames(): void
  stopFrames(): void
}

/** The function by which the page reports to the bench that its first row is painted and that it responds to taps. */
export const telling = 'benchTells'

declare global {
  interface Window {
    bench: Probe
  }
}

interface ProbeOptions {
  tap: boolean
  hurry: boolean
  picture: boolean
  telling: string
}

/**
 * Runs in the page before the page's scripts, so it must be self-contained. A row counts as painted in the frame after it has text. It responds when
 * a click on its menu changes the address. For a share's `picture`, the first row is the picture itself, loaded and decoded.
 */
export function probe({ tap, hurry, picture, telling }: ProbeOptions): void {
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

  // The list requests at most two pages per second, so a folder of 10,000 items would take minutes to load.
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
