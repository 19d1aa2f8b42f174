/** px; the height of every row, which the arithmetic below and the style share. */
export const ROW_HEIGHT = 64
/** Rows by which the window moves at a time. */
export const STEP = 6
/** px of them. */
const STEP_HEIGHT = STEP * ROW_HEIGHT
/** Rows kept beyond what is visible, on either side. */
export const OVERSCAN = 4
const MIN_POOL = 24

/** A recycled row: `slot` is its key for ever, `index` the item it shows now, `top` in px. */
export interface Slot {
  slot: number
  index: number
  top: number
}

/** How many rows exist at once for a viewport of this height (px): enough that a step never uncovers an empty place. */
export function poolSize(viewportHeight: number): number {
  return Math.max(MIN_POOL, visibleRows(viewportHeight) + STEP + 2 * OVERSCAN)
}

/** Index of the first row of the window; it moves by whole steps, so most scrolling changes nothing. Lengths in px. */
export function windowStart(view: { scrollTop: number; viewportHeight: number; count: number }): number {
  const last = view.count - poolSize(view.viewportHeight)
  return Math.max(0, Math.min(steppedTop(view.scrollTop) / ROW_HEIGHT - OVERSCAN, last))
}

/** px scrolled, as whole steps: between two of them nothing is drawn anew. */
export function steppedTop(scrollTop: number): number {
  return Math.floor(Math.max(0, scrollTop) / STEP_HEIGHT) * STEP_HEIGHT
}

/** Whether a row is out of sight until the next step; what scrolls above the rows may be as high as those kept beyond. Lengths in px. */
export function isFar(top: number, view: { steppedTop: number; viewportHeight: number }): boolean {
  return top < view.steppedTop - OVERSCAN * ROW_HEIGHT || top >= view.steppedTop + STEP_HEIGHT + view.viewportHeight
}

/**
 * The rows of a window, ordered by slot: the order and the number never change while scrolling, so that the mini-program sends only
 * what differs (performance.md).
 */
export function slotsOf(start: number, view: { viewportHeight: number; count: number }): Slot[] {
  const pool = poolSize(view.viewportHeight)
  const slots: Slot[] = []
  for (let slot = 0; slot < Math.min(pool, view.count); slot += 1) {
    const index = start + ((slot - (start % pool) + pool) % pool)
    slots.push({ slot, index, top: index * ROW_HEIGHT })
  }
  return slots
}

/** The same rows in the order of the list, as H5 needs them for reading order. */
export function inListOrder(slots: readonly Slot[]): Slot[] {
  return [...slots].sort((a, b) => a.index - b.index)
}

/** px of the scrolled body: the rows held and what stands below them. */
export function bodyHeight(count: number, footerHeight = 0): number {
  return count * ROW_HEIGHT + footerHeight
}

function visibleRows(viewportHeight: number): number {
  return Math.ceil(viewportHeight / ROW_HEIGHT) + 1
}
