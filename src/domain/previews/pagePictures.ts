import type { PageRun } from '@/contract/previews/previews'
import type { Size } from './pdfPages'

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
