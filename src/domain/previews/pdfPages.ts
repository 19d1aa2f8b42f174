import type { PageRun } from '@/contract/previews/previews'
/** A page's size, in any unit. */
export interface Size {
  width: number
  height: number
}

/** The layout of the pages, one below the other, at scale 1, px. */
export interface PdfColumn extends Size {
  /** The gap left and right of each page, and between two pages. */
  gap: number
  tops: number[]
  heights: number[]
}

/** The visible part of the column, px at scale 1. */
export interface Slice {
  top: number
  height: number
}

/** px at scale 1. */
export const PDF_GAP = 12
/** px at scale 1 below the last page, for the bar that overlays it. */
const FOOT = 72
/** Pages that have a canvas (AH-13): one less than 6, because a redrawn page may briefly have two. */
export const PDF_ALIVE = 5
/** Fraction of a screen above and below whose pages are drawn ahead. */
const NEAR = 0.5
/** The maximum of device pixels per page: phones drop larger canvases, at any scale (AH-13). */
export const PDF_PIXELS = 5_000_000

/** Lays out the pages in a column of `width` px. */
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

/** The index of the page at a height; in a gap, the page above. */
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

/** The index of the page being read: the page in the middle, or the first or last at the ends of the column. */
export function pageInView(column: PdfColumn, { top, height }: Slice): number {
  if (top <= 0) return 0
  return top + height >= column.height - 1 ? column.tops.length - 1 : pageAt(column, top + height / 2)
}

/** Where the screen shows a page: its top, or the middle of a page that is lower than the screen. @param height of the screen, at scale 1 */
export function topOfPage({ tops, heights, gap }: PdfColumn, page: number, height: number): number {
  return Math.max(0, tops[page]! - Math.max(gap, (height - heights[page]!) / 2))
}

/**
 * The indices of the pages that have a canvas, nearest to the middle first: all visible pages, then pages within half a screen until there are
 * PDF_ALIVE (AH-13).
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

/** The canvas size in device pixels for a page of `width` × `height` CSS px: sharp, but never more than PDF_PIXELS. */
export function canvasOf({ width, height }: Size, devicePixelRatio: number): Size {
  const factor = Math.min(devicePixelRatio, Math.sqrt(PDF_PIXELS / (width * height)))
  return { width: Math.max(1, Math.floor(width * factor)), height: Math.max(1, Math.floor(height * factor)) }
}

/** The scroll position, at scale 1, that shows the same after the layout changed: a page's size became known, or the phone was turned. */
export function sameTop(before: PdfColumn, after: PdfColumn, top: number): number {
  const page = pageAt(before, top)
  return after.tops[page]! + ((top - before.tops[page]!) * after.heights[page]!) / before.heights[page]!
}

/** Page addresses per request. */
export const PAGE_PORTION = 20

/** The size of each page, points. */
export function sizesOf(runs: readonly PageRun[]): Size[] {
  return runs.flatMap(({ width, height, pages }) => new Array<Size>(pages).fill({ width, height }))
}

/** The first page of the portion that contains a page; both are counted from 0. */
export function portionOf(page: number): number {
  return page - (page % PAGE_PORTION)
}
