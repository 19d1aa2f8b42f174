/** px of a row's two lines as designed, and of the space above and below them; the same as in Row.scss. */
const TEXT_HEIGHT = 40
const SPACE = 24
/** The window moves by this number of rows. */
export const STEP = 6
/** Rows drawn beyond the visible ones, on either side. */
export const OVERSCAN = 4
const MIN_POOL = 24

/** A recycled row: `slot` is its permanent key, `index` the item it shows now, `top` in px. */
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

/**
 * px of every row. A row does not shrink with text below the designed size, because its picture is as high as two lines of that size.
 * @param textScale text size relative to the design
 */
export function rowHeightOf(textScale: number): number {
  return SPACE + TEXT_HEIGHT * Math.max(1, textScale)
}

/** The number of rows that exist for a viewport of this height: enough that a step never uncovers an empty place. */
export function poolSize({ viewportHeight, rowHeight }: Heights): number {
  const visible = Math.ceil(viewportHeight / rowHeight) + 1
  return Math.max(MIN_POOL, visible + STEP + 2 * OVERSCAN)
}

/** The index of the window's first row. It moves in whole steps, so that most scrolling changes nothing. Lengths in px. */
export function windowStart(view: Heights & { scrollTop: number; count: number }): number {
  return Math.max(0, Math.min(steppedRows(view.scrollTop, view.rowHeight) - OVERSCAN, view.count - poolSize(view)))
}

/** The scrolled rows, rounded down to whole steps; nothing is redrawn between two steps. Lengths in px. */
export function steppedRows(scrollTop: number, rowHeight: number): number {
  return Math.floor(Math.max(0, scrollTop) / (STEP * rowHeight)) * STEP
}

/** Whether a row stays invisible until the next step. The content above the rows may be as high as the rows drawn beyond the visible ones. */
export function isFar(index: number, view: Heights & { scrollTop: number }): boolean {
  const past = index - steppedRows(view.scrollTop, view.rowHeight)
  return past < -OVERSCAN || past >= STEP + view.viewportHeight / view.rowHeight
}

/**
 * The rows of a window, ordered by slot. Order and number never change while scrolling, so that the mini-program sends only the differences
 * (performance.md).
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
 * The same rows in list order, which H5 needs as the reading order.
 * @param rested the window's start when the list last stood still. Until it stands still again, no element changes its place: moving an
 *   element takes longer than changing it.
 */
export function inListOrder(slots: readonly Slot[], rested: number, view: Heights): Slot[] {
  const pool = poolSize(view)
  const placeOf = ({ slot }: Slot) => (slot - (rested % pool) + pool) % pool
  return [...slots].sort((one, other) => placeOf(one) - placeOf(other))
}
