import type { PdfColumn } from './pdfPages'
import { PDF_SCALE, type PdfView } from './pdfZoom'

/** Between which shares of the width of its pages a document is written, from the left edge. */
export interface Span {
  left: number
  right: number
}

/** Pages from the first on whose margins are looked at. */
export const SPAN_PAGES = 3
/** px: as wide as a page is drawn for that. */
export const SPAN_WIDTH = 400
/** Of 255; darker is ink. What a watermark lays over white paper is lighter (server/previews/converters/pdf/watermark). */
const INK = 176
/** px of ink that a column of pixels must have: a speck is none. */
const LEAST_INK = 2
/** Share of the width left free beside what is written. */
const PADDING = 0.02
/** What is written in less of the width is no column of text. */
const LEAST_SPAN = 0.5
/** Less than so many times as large is not worth a page that moves sideways. */
const WORTH = 1.15

/** Where there is ink on a page; null where there is none. @param pixels RGBA, row by row */
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

/** What holds all of them; null where nothing is known of any. */
export function spanOfAll(spans: readonly (Span | null)[]): Span | null {
  const known = spans.flatMap((span) => span ?? [])
  if (known.length === 0) return null
  return {
    left: Math.min(...known.map(({ left }) => left)),
    right: Math.max(...known.map(({ right }) => right)),
  }
}

/**
 * How a document is opened: its text as wide as the screen where its margins are wide, else whole pages. Short lines tell nothing of the
 * right margin: it is no wider than the left one.
 */
export function readingView({ width, gap }: PdfColumn, span: Span | null): PdfView {
  const whole = { scale: PDF_SCALE.default, left: 0, top: 0 }
  if (!span) return whole
  const end = Math.max(span.right, 1 - span.left)
  if (end - span.left < LEAST_SPAN) return whole
  const page = width - 2 * gap
  const [left, right] = [gap + page * (span.left - PADDING), gap + page * (end + PADDING)]
  const scale = width / (right - left)
  return scale < WORTH ? whole : { scale, left: Math.max(0, left * scale), top: 0 }
}
