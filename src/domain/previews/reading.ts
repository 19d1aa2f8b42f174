import type { PdfColumn } from './pdfPages'
import { PDF_SCALE, type Fit, type PdfView } from './pdfZoom'

/** The written part of the pages, as fractions of their width from the left edge. */
export interface Span {
  left: number
  right: number
}

/** The number of first pages whose margins are measured. */
export const SPAN_PAGES = 3
/** px; the width of a page drawn for measuring. */
export const SPAN_WIDTH = 400
/** A grey level, 0 to 255; darker pixels are ink. A watermark on white paper is lighter (server/previews/converters/pdf/watermark). */
const INK = 176
/** The minimum of ink pixels in a column of pixels; less is a speck. */
const LEAST_INK = 2
/** Fraction of the width left free beside the text. */
const PADDING = 0.02
/** Fraction of the page width. Narrower ink is not treated as a column of text. */
const LEAST_SPAN = 0.5
/** Factor of enlargement. A smaller one does not justify sideways scrolling. */
const WORTH = 1.15

/** The inked part of a page; null without ink. @param pixels RGBA, row by row */
export function spanOf(pixels: ArrayLike<number>, width: number, height: number): Span | null {
  const ink = new Uint32Array(width)
  for (let at = 0; at < width * height; at += 1) {
    const [red, green, blue] = [pixels[4 * at]!, pixels[4 * at + 1]!, pixels[4 * at + 2]!]
    if (Math.min(red, green, blue) < INK && (red + green + blue) / 3 < INK) ink[at % width]! += 1
  }
  const left = ink.findIndex((count) => count >= LEAST_INK)
  if (left < 0) return null
  let right = width
  while (ink[right - 1]! < LEAST_INK) right -= 1
  return { left: left / width, right: right / width }
}

/** The span that contains all spans; null if all are unknown. */
export function spanOfAll(spans: readonly (Span | null)[]): Span | null {
  const known = spans.flatMap((span) => span ?? [])
  if (known.length === 0) return null
  return {
    left: Math.min(...known.map(({ left }) => left)),
    right: Math.max(...known.map(({ right }) => right)),
  }
}

/**
 * The initial view of a document: with wide margins the text fills the screen's width, else whole pages. Short lines reveal nothing about the
 * right margin, so it is assumed no wider than the left margin.
 */
export function readingView(column: PdfColumn, span: Span | null): PdfView {
  const whole = { scale: PDF_SCALE.default, left: 0, top: 0 }
  if (!span) return whole
  const end = Math.max(span.right, 1 - span.left)
  if (end - span.left < LEAST_SPAN) return whole
  const { left, right, screen } = fitOf(column, { left: span.left, right: end })
  const scale = screen / (right - left)
  return scale < WORTH ? whole : { scale, left: Math.max(0, left * scale), top: 0 }
}

/** A part of the pages that shall fill the screen, with some room beside it. */
export function fitOf({ width, gap }: PdfColumn, { left, right }: Span): Fit {
  const page = width - 2 * gap
  return { left: gap + page * (left - PADDING), right: gap + page * (right + PADDING), screen: width }
}
