/** px of a row's two lines as they are designed, and of the space above and below them; Row.scss has the same. */
const TEXT_HEIGHT = 40
const SPACE = 24
/** Rows by which the window moves at a time. */
export const STEP = 6
/** Rows kept beyond what is visible, on either side. */
export const OVERSCAN = 4
const MIN_POOL = 24

/** A recycled row: `slot` is its key for ever, `index` the item it shows now, `top` in px. */
export interface Slot {
  slot: number
  index: number
  top: number
}

/** px. */
interface Heights {
  viewportHeight: number
  rowHeight: number
}

/** px of every row, for text so many times as large as designed; its picture is as high as lines of the designed size. */
export function rowHeightOf(textScale: number): number {
  return SPACE + TEXT_HEIGHT * Math.max(1, textScale)
}

/** How many rows exist at once for a viewport of this height: enough that a step never uncovers an empty place. */
export function poolSize({ viewportHeight, rowHeight }: Heights): number {
  const visible = Math.ceil(viewportHeight / rowHeight) + 1
  return Math.max(MIN_POOL, visible + STEP + 2 * OVERSCAN)
}

/** Index of the first row of the window; it moves by whole steps, so most scrolling changes nothing. Lengths in px. */
export function windowStart(view: Heights & { scrollTop: number; count: number }): number {
  return Math.max(0, Math.min(steppedRows(view.scrollTop, view.rowHeight) - OVERSCAN, view.count - poolSize(view)))
}

/** Rows scrolled, as whole steps: between two of them nothing is drawn anew. Lengths in px. */
export function steppedRows(scrollTop: number, rowHeight: number): number {
  return Math.floor(Math.max(0, scrollTop) / (STEP * rowHeight)) * STEP
}

/** Whether a row is out of sight until the next step; what scrolls above the rows may be as high as those kept beyond. */
export function isFar(index: number, view: Heights & { scrollTop: number }): boolean {
  const past = index - steppedRows(view.scrollTop, view.rowHeight)
  return past < -OVERSCAN || past >= STEP + view.viewportHeight / view.rowHeight
}

/**
 * The rows of a window, ordered by slot: the order and the number never change while scrolling, so that the mini-program sends only
 * what differs (performance.md).
 */
export function slotsOf(start: number, view: Heights & { count: number }): Slot[] {
  const pool = poolSize(view)
  const slots: Slot[] = []
  for (let slot = 0; slot < Math.min(pool, view.count); slot += 1) {
    const index = start + ((slot - (start % pool) + pool) % pool)
    slots.push({ slot, index, top: index * view.rowHeight })
  }
  return slots
}

/**
 * The same rows in the order of the list, as H5 needs them for reading order.
 * @param rested where the window began when the list last stood still: until it does again none changes its place, for to move an element takes
 *   longer than to change it
 */
export function inListOrder(slots: readonly Slot[], rested: number, view: Heights): Slot[] {
  const pool = poolSize(view)
  const placeOf = ({ slot }: Slot) => (slot - (rested % pool) + pool) % pool
  return [...slots].sort((one, other) => placeOf(one) - placeOf(other))
}
