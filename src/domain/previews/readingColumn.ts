import type { ReadingBlock, ReadingHeading } from '@/contract/previews/reading'
import { partsOf, textOfRuns, weightOf } from './readingBlocks'

/** What a strip holds at least, unless it is the last of its piece. */
const STRIP = { weight: 400, blocks: 8 }
/** Ids per piece, more than it has strips. */
const IDS = 10_000
/** Rows that are rendered: above the topmost visible row, and in total. */
const MOUNTED = { before: 6, all: 30 }
/** Pieces that stay in memory. */
const KEPT = 24

/** A position in a text: a block of a piece, both from 0. */
export interface ReadingPlace {
  piece: number
  block: number
}

/** A place in a piece that is not loaded. */
export interface ReadingGoal extends ReadingPlace {
  /** The share of the piece above the place, where the block is unknown. */
  share?: number
}

/** A few blocks that are rendered together, or a piece that is not loaded. */
export interface ReadingRow {
  /** Negative, because the rows of other lists have positive ids. */
  id: number
  /** The position of its first block. */
  place: ReadingPlace
  /** null: the piece is not loaded. */
  blocks: readonly ReadingBlock[] | null
  weight: number
}

/** The blocks of a piece in rows. */
export function rowsOfPiece(piece: number, blocks: readonly ReadingBlock[]): ReadingRow[] {
  const rows: ReadingRow[] = []
  let first = 0
  let weight = 0
  blocks.forEach((block, at) => {
    weight += weightOf(block)
    const isFull = weight >= STRIP.weight || at + 1 - first >= STRIP.blocks
    if (!isFull && at < blocks.length - 1) return
    const id = -(piece * IDS + rows.length + 1)
    rows.push({ id, place: { piece, block: first }, blocks: blocks.slice(first, at + 1), weight })
    first = at + 1
    weight = 0
  })
  return rows
}

/** The row of a piece that is not loaded. */
export function rowOfMissing(piece: number, weight: number): ReadingRow {
  return { id: -((piece + 1) * IDS), place: { piece, block: 0 }, blocks: null, weight }
}

/** The index of the row that contains a place; the nearest one if there is none. */
export function rowOfPlace(rows: readonly ReadingRow[], { piece, block }: ReadingPlace): number {
  let found = 0
  for (const [at, { place }] of rows.entries()) {
    if (place.piece > piece || (place.piece === piece && place.block > block)) break
    found = at
  }
  return found
}

/** The share of a missing piece up to which the reader is at its beginning. */
const BARELY = 0.02

/** Whether the screen is in the middle of a piece that is not loaded. @param share of the row that is above the screen */
export function isWithinMissing({ blocks }: ReadingRow, share: number): boolean {
  return blocks === null && share > BARELY
}

/** The place of a goal, now that its piece is loaded. */
export function placeOfGoal({ piece, block, share = 0 }: ReadingGoal, blocks: readonly ReadingBlock[]): ReadingPlace {
  if (share === 0) return { piece, block }
  const weights = blocks.map(weightOf)
  let above = share * weights.reduce((sum, weight) => sum + weight, 0)
  const found = weights.findIndex((weight) => (above -= weight) < 0)
  return { piece, block: found < 0 ? Math.max(0, blocks.length - 1) : found }
}

/** The place at a share of a text, from 0 to 1. @param weights of its pieces */
export function goalOfShare(weights: readonly number[], share: number): ReadingGoal {
  let above = share * weights.reduce((sum, weight) => sum + weight, 0)
  const found = weights.findIndex((weight) => (above -= weight) < 0)
  const piece = found < 0 ? Math.max(0, weights.length - 1) : found
  const weight = weights[piece] ?? 0
  return { piece, block: 0, share: weight === 0 ? 0 : found < 0 ? 1 : 1 + above / weight }
}

/** The range of rendered rows. @param at the topmost visible row @returns the end not included */
export function mountedRows(at: number, count: number): { start: number; end: number } {
  const start = Math.max(0, Math.min(at - MOUNTED.before, count - MOUNTED.all))
  return { start, end: Math.min(count, start + MOUNTED.all) }
}

/** The pieces to load: the nearest missing ones among the rendered rows, one on each side. @param at the topmost visible row */
export function missingPieces(rows: readonly ReadingRow[], at: number): number[] {
  const { start, end } = mountedRows(at, rows.length)
  const above = rows.slice(start, at).filter(({ blocks }) => blocks === null)
  const below = rows.slice(at, end).filter(({ blocks }) => blocks === null)
  return [...above.slice(-1), ...below.slice(0, 1)].map(({ place }) => place.piece)
}

/** The pieces to forget, because others are nearer to the reader. */
export function farPieces(loaded: readonly number[], near: number): number[] {
  const byDistance = [...loaded].sort((one, other) => Math.abs(one - near) - Math.abs(other - near))
  // The first piece has the weights of all pieces, and opens the document again.
  return byDistance.slice(KEPT).filter((piece) => piece !== 0)
}

/** How text is laid out, px. */
export interface Layout {
  /** of a line of text */
  width: number
  size: number
  lineHeight: number
}

/** Widths of letters, times the font size: between those of Latin and of Chinese letters. */
const LETTER = 0.7

/** The assumed height of a row before it is measured, px. */
export function estimatedHeight({ blocks, weight }: ReadingRow, { width, size, lineHeight }: Layout): number {
  const perLine = Math.max(1, Math.floor(width / (size * LETTER)))
  if (blocks === null) return Math.ceil(weight / perLine) * lineHeight
  return blocks.reduce((sum, block) => {
    if (block.kind === 'picture') return sum + pictureHeight(block, width)
    const lines = partsOf(block).reduce((count, runs) => count + linesOf(textOfRuns(runs), perLine), 0)
    return sum + Math.max(1, lines) * lineHeight
  }, 0)
}

/** px of a picture on the screen */
function pictureHeight({ width, height }: { width: number; height: number }, most: number): number {
  return width > 0 ? Math.round(Math.min(width, most) * (height / width)) : 0
}

function linesOf(text: string, perLine: number): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0)
}

/** The index of the last heading at or before a place; -1 if there is none. */
export function headingAt(outline: readonly ReadingHeading[], { piece, block }: ReadingPlace): number {
  const next = outline.findIndex((each) => each.piece > piece || (each.piece === piece && each.block > block))
  return (next < 0 ? outline.length : next) - 1
}

/** The share of the text above a row, percent. */
export function percentAt(rows: readonly ReadingRow[], at: number): number {
  const sum = (some: readonly ReadingRow[]) => some.reduce((total, { weight }) => total + weight, 0)
  const all = sum(rows)
  if (all === 0) return 0
  return at >= rows.length - 1 ? 100 : Math.floor((sum(rows.slice(0, at)) / all) * 100)
}
