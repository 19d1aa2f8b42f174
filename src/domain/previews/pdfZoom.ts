import { apart, middleOf, type Point } from './gallery'

/** The visible part of the column of pages. @property scale 1 fits the width @property left px scrolled @property top px scrolled */
export interface PdfView {
  scale: number
  left: number
  top: number
}

/** The default scale, the double-tap factor (1§4), and the maximum of a pinch. */
export const PDF_SCALE = { default: 1, doubled: 2, most: 5 }

/** Zooms to `wanted`, clamped to PDF_SCALE, and moves the content at `from` to `to`. Points are px from the viewer's top left corner. */
export function zoomTo(view: PdfView, wanted: number, from: Point, to: Point = from): PdfView {
  const scale = Math.min(PDF_SCALE.most, Math.max(PDF_SCALE.default, wanted))
  const moved = (scrolled: number, at: number, goal: number) =>
    Math.max(0, ((scrolled + at) * scale) / view.scale - goal)
  return { scale, left: moved(view.left, from.x, to.x), top: moved(view.top, from.y, to.y) }
}

/** A part of the column of pages that shall fill the screen. @property left px at scale 1 @property right px at scale 1 @property screen px */
export interface Fit {
  left: number
  right: number
  screen: number
}

/** Factor of enlargement. A smaller one does not show a column noticeably larger. */
const WORTH = 1.15

/**
 * A double tap on a text column makes it fill the width of the screen; elsewhere it doubles the scale of opening, about the finger. Any other scale
 * than that of opening returns to it (1§4).
 */
export function toggleZoom(
  view: PdfView,
  at: Point,
  opened: Pick<PdfView, 'scale' | 'left'>,
  fit: Fit | null = null,
): PdfView {
  if (view.scale !== opened.scale) return { ...zoomTo(view, opened.scale, at), left: opened.left }
  const wanted = fit ? fit.screen / (fit.right - fit.left) : 0
  if (!fit || wanted < WORTH * view.scale) return zoomTo(view, PDF_SCALE.doubled * opened.scale, at)
  const { scale, top } = zoomTo(view, wanted, at)
  return { scale, top, left: Math.max(0, ((fit.left + fit.right) * scale - fit.screen) / 2) }
}

/** The view after two fingers moved since they touched `view`. The content between the fingers stays between them. */
export function pinch(view: PdfView, before: readonly [Point, Point], now: readonly [Point, Point]): PdfView {
  return zoomTo(
    view,
    (view.scale * apart(...now)) / Math.max(1, apart(...before)),
    middleOf(...before),
    middleOf(...now),
  )
}
