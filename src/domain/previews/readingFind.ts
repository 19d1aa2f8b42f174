import type { ReadingBlock, ReadingRun } from '@/contract/previews/reading'
import { partsOf, textOfRuns } from './readingBlocks'

/** Found places beyond which nothing more is searched. */
export const MOST_FOUND = 1000

/** The expression that finds a text whatever its case; null for a text of blanks. */
export function finderOf(text: string): RegExp | null {
  const sought = text.trim().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return sought === '' ? null : new RegExp(sought, 'giu')
}

/** A found place: the n-th of a block, from 0. */
export interface Found {
  piece: number
  block: number
  nth: number
}

/** The places of a text in a piece, in order. @param most places */
export function findInPiece(piece: number, blocks: readonly ReadingBlock[], finder: RegExp, most: number): Found[] {
  const found: Found[] = []
  for (const [block, each] of blocks.entries()) {
    const count = partsOf(each).reduce((sum, runs) => sum + countFound(runs, finder), 0)
    for (let nth = 0; nth < count; nth += 1) {
      if (found.length === most) return found
      found.push({ piece, block, nth })
    }
  }
  return found
}

/** A part of a run, and which of the found places of its block it belongs to; null: none. */
export type MarkedRun = ReadingRun & { nth: number | null }

/** Runs cut at the found places. @param from the number of places in the texts of the block before these runs */
export function markFound(runs: readonly ReadingRun[], finder: RegExp | null, from = 0): MarkedRun[] {
  const ranges = finder === null ? [] : rangesIn(textOfRuns(runs), finder)
  if (ranges.length === 0) return runs.map((run) => ({ ...run, nth: null }))
  const marked: MarkedRun[] = []
  let start = 0
  let next = 0
  for (const run of runs) {
    const end = start + run.text.length
    let at = start
    while (at < end) {
      while (ranges[next] && ranges[next]!.end <= at) next += 1
      const range = ranges[next]
      const isFound = range !== undefined && range.start <= at
      const until = Math.min(end, range === undefined ? end : isFound ? range.end : range.start)
      marked.push({ ...run, text: run.text.slice(at - start, until - start), nth: isFound ? from + next : null })
      at = until
    }
    start = end
  }
  return marked
}

/** The number of found places in runs. */
export function countFound(runs: readonly ReadingRun[], finder: RegExp | null): number {
  return finder === null ? 0 : rangesIn(textOfRuns(runs), finder).length
}

function rangesIn(text: string, finder: RegExp): { start: number; end: number }[] {
  return Array.from(text.matchAll(finder), ({ index, 0: { length } }) => ({ start: index, end: index + length }))
}

/** Whether a found place is at or after a place. */
export function isFrom(found: Found, { piece, block }: Pick<Found, 'piece' | 'block'>): boolean {
  return found.piece > piece || (found.piece === piece && found.block >= block)
}

/** The index of the first found place at or after a place; 0 if there is none after it. */
export function firstFrom(found: readonly Found[], place: Pick<Found, 'piece' | 'block'>): number {
  return Math.max(
    0,
    found.findIndex((each) => isFrom(each, place)),
  )
}
