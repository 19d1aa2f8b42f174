/** ms for a newly mounted page to load content up to the former scroll position */
const patience = 5000

function scrollers(page: HTMLElement): HTMLElement[] {
  return [page, ...page.querySelectorAll<HTMLElement>('[data-keeps-scroll]')]
}

export function readScroll(page: HTMLElement | null): number[] {
  return page ? scrollers(page).map((scroller) => scroller.scrollTop) : []
}

function scrollTo(page: HTMLElement, tops: number[]): boolean {
  const found = scrollers(page)
  let reached = true
  for (const [index, top] of tops.entries()) {
    const scroller = found[index]
    if (scroller && Math.abs(scroller.scrollTop - top) > 1) scroller.scrollTop = top
    if (!scroller || Math.abs(scroller.scrollTop - top) > 1) reached = false
  }
  return reached
}

/** Restores the scroll position. A `fresh` page loads its content first, so this is retried until the user acts. */
export function restoreScroll(page: HTMLElement | null, tops: number[], fresh: boolean): void {
  if (!page || !tops.some(Boolean) || scrollTo(page, tops) || !fresh) return
  const end = performance.now() + patience
  let left = false
  const leave = () => {
    left = true
  }
  for (const touch of ['pointerdown', 'wheel', 'keydown'])
    page.addEventListener(touch, leave, { once: true, passive: true })
  requestAnimationFrame(function follow() {
    if (left || !page.isConnected || performance.now() > end || scrollTo(page, tops)) return
    requestAnimationFrame(follow)
  })
}

const place = 'scroll'

/** Stores the scroll position for a reload, because the history's state can no longer be written while the page unloads. */
export function rememberScroll(key: string, tops: number[]): void {
  try {
    sessionStorage.setItem(place, JSON.stringify({ key, tops }))
  } catch {
    // A frame without storage reloads at its top.
  }
}

export function rememberedScroll(key: string): number[] {
  try {
    const saved = JSON.parse(sessionStorage.getItem(place) ?? '{}') as { key?: string; tops?: number[] }
    return saved.key === key && saved.tops ? saved.tops : []
  } catch {
    return []
  }
}
