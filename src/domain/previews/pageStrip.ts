/** px of the strip of small pages: between two, and from one to the next. The styles in `_pages.scss` have the same. */
export const THUMB = { gap: 12, pitch: 88 }
/** Thumbs beside the screen that are drawn ahead. */
const AHEAD = 2

/** How far the strip is scrolled at first, px: the page being read is in the middle. @param current from 1 @param width px of the screen */
export function thumbsAt(current: number, total: number, width: number): number {
  const most = THUMB.gap + total * THUMB.pitch - width
  return Math.max(0, Math.min(most, THUMB.gap + (current - 0.5) * THUMB.pitch - width / 2))
}

/** The pages, from 1, whose small pictures are on the screen or near it. @param left px scrolled @param width px of the screen */
export function mountedThumbs(left: number, total: number, width: number): number[] {
  const first = Math.max(1, Math.floor((left - THUMB.gap) / THUMB.pitch) + 1 - AHEAD)
  const last = Math.min(total, Math.ceil((left + width) / THUMB.pitch) + AHEAD)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}
