/** A page's size, in any unit. */
export interface Size {
  width: number
  height: number
}

/** Where the pages stand below each other at scale 1, px. */
export interface PdfColumn extends Size {
  /** Left of each page and right of it; also between two. */
  gap: number
  tops: number[]
  heights: number[]
}

/** The part of the column that is on the screen, px at scale 1. */
export interface Slice {
  top: number
  height: number
}

/** px at scale 1. */
export const PDF_GAP = 12
/** px at scale 1 below the last page, for the bar over it. */
const FOOT = 72
/** Pages that have a canvas (AH-13): one less than 6, for one may be drawn anew beside what it replaces. */
export const PDF_ALIVE = 5
/** Screens above and below whose pages are drawn ahead. */
const NEAR = 0.5
/** Device pixels of one page at most: phones drop larger canvases, at any scale (AH-13). */
export const PDF_PIXELS = 5_000_000

/** The pages fitted into a column `width` px wide. */
export function columnOf(pages: readonly Size[], width: number): PdfColumn {
  const inner = Math.max(1, width - 2 * PDF_GAP)
  const heights = pages.map((page) => Math.max(1, (inner * page.height) / page.width))
  let next = PDF_GAP
  const tops = heights.map((height) => {
    const top = next
    next += height + PDF_GAP
    return top
  })
  return { width, height: next - PDF_GAP + FOOT, gap: PDF_GAP, tops, heights }
}

/** The index of the page at a height; in a gap the one above it. */
export function pageAt({ tops }: PdfColumn, y: number): number {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tops[middle]! <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** The index of the page that is being read: the one in the middle, the first and the last where the column ends. */
export function pageInView(column: PdfColumn, { top, height }: Slice): number {
  if (top <= 0) return 0
  return top + height >= column.height - 1 ? column.tops.length - 1 : pageAt(column, top + height / 2)
}

/**
 * The indices of the pages that have a canvas, those nearest to the middle first: all on the screen, then those within half a screen
 * of it as long as there are fewer than PDF_ALIVE (AH-13).
 */
export function mountedPages(column: PdfColumn, { top, height }: Slice): number[] {
  const between = (from: number, to: number) => {
    const [first, last] = [pageAt(column, from), pageAt(column, to)]
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  }
  const middle = top + height / 2
  const distance = (page: number) =>
    Math.max(column.tops[page]! - middle, middle - column.tops[page]! - column.heights[page]!)
  const isSeen = (page: number) => column.tops[page]! < top + height && column.tops[page]! + column.heights[page]! > top
  const near = between(top - NEAR * height, top + (1 + NEAR) * height).sort(
    (one, other) => distance(one) - distance(other),
  )
  return near.filter((page, rank) => isSeen(page) || rank < PDF_ALIVE)
}

/** The canvas for a page shown `width` × `height` CSS px, in device pixels: sharp, but never more than PDF_PIXELS. */
export function canvasOf({ width, height }: Size, devicePixelRatio: number): Size {
  const factor = Math.min(devicePixelRatio, Math.sqrt(PDF_PIXELS / (width * height)))
  return { width: Math.max(1, Math.floor(width * factor)), height: Math.max(1, Math.floor(height * factor)) }
}

/** Where to look, at scale 1, to see the same after the column changed: a page's size became known, or the phone was turned. */
export function sameTop(before: PdfColumn, after: PdfColumn, top: number): number {
  const page = pageAt(before, top)
  return after.tops[page]! + ((top - before.tops[page]!) * after.heights[page]!) / before.heights[page]!
}
