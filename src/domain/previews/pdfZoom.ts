import { apart, middleOf, type Point } from './points'

/** Which part of the column of pages is seen. @property scale 1 fits the width @property left px scrolled @property top px scrolled */
export interface PdfView {
  scale: number
  left: number
  top: number
}

/** The default scale, what a double tap makes of it (1§4), and the largest that a pinch reaches. */
export const PDF_SCALE = { default: 1, doubled: 2, most: 5 }

/** Points are px from the top left corner of what shows the pages. The view at another scale, in which what was at `from` is at `to`. Scales beyond the limits stop there. */
export function zoomed(view: PdfView, wanted: number, from: Point, to: Point = from): PdfView {
  const scale = Math.min(PDF_SCALE.most, Math.max(PDF_SCALE.default, wanted))
  const moved = (scrolled: number, at: number, goal: number) =>
    Math.max(0, ((scrolled + at) * scale) / view.scale - goal)
  return { scale, left: moved(view.left, from.x, to.x), top: moved(view.top, from.y, to.y) }
}

/**
 * A double tap toggles the default scale, that in which the document was opened, and twice that, about the finger; any other scale goes back
 * to the default (1§4).
 */
export function doubleTapped(view: PdfView, at: Point, opened: Pick<PdfView, 'scale' | 'left'>): PdfView {
  if (view.scale === opened.scale) return zoomed(view, PDF_SCALE.doubled * opened.scale, at)
  return { ...zoomed(view, opened.scale, at), left: opened.left }
}

/** Two fingers moved since they were set down on `view`: what lay between them stays between them. */
export function pinched(view: PdfView, before: readonly [Point, Point], now: readonly [Point, Point]): PdfView {
  return zoomed(
    view,
    (view.scale * apart(...now)) / Math.max(1, apart(...before)),
    middleOf(...before),
    middleOf(...now),
  )
}
