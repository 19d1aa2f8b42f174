import type { Point } from './gallery'
import type { PageBox } from './pageWords'
import { pageAt, type PdfColumn } from './pdfPages'
import type { PdfView } from './pdfZoom'
import type { Span } from './reading'

/** Lines that make a column, and lines near a point that are looked at. */
const LINES = { least: 3, near: 15 }
/** Share of the lines that may begin before a column or end behind it, such as a title over two columns. */
const OUTSIDE = 0.2
/** Fraction of the width of a page beside a line that still belongs to it. */
const SLACK = 0.01

/** The page at a point of the screen, from 0, and the place on it as fractions of its width and height. */
export function placeOnPage(column: PdfColumn, view: PdfView, at: Point): Point & { page: number } {
  const { gap, width, tops, heights } = column
  const y = (view.top + at.y) / view.scale
  const page = pageAt(column, y)
  return {
    page,
    x: ((view.left + at.x) / view.scale - gap) / (width - 2 * gap),
    y: (y - tops[page]!) / heights[page]!,
  }
}

/** The text column of a page at a place; null where there is no text above or below. */
export function columnAt(lines: readonly PageBox[], { x, y }: Point): Span | null {
  const distance = ({ top, bottom }: PageBox) => Math.max(0, top - y, y - bottom)
  const near = lines
    .filter(({ left, right }) => left - SLACK <= x && x <= right + SLACK)
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, LINES.near)
  if (near.length < LINES.least) return null
  const ascending = (one: number, other: number) => one - other
  const lefts = near.map(({ left }) => left).sort(ascending)
  const rights = near.map(({ right }) => right).sort(ascending)
  const skipped = Math.floor(OUTSIDE * near.length)
  return { left: lefts[skipped]!, right: rights[rights.length - 1 - skipped]! }
}
