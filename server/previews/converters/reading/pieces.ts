import { writeFile } from 'node:fs/promises'
import type { ReadingBlock } from '@/contract/previews/reading'
import { weightOf } from '@/domain/previews/readingBlocks'
import { MOST_WEIGHT } from './flatten'

/** Weights of the first piece, which opens a text, and of the others. */
const WEIGHT = { first: 8 * 1024, other: 32 * 1024 }
/** Pieces of a text; what follows is not shown. */
const MOST = 2000

/** The pieces of a text within a rendition. */
export interface PieceList {
  pieces: { /** bytes */ length: number; weight: number }[]
  /** Whether the document is longer. */
  isCut: boolean
}

/**
 * Writes blocks as a rendition: a line with the list of its pieces, and the pieces, each the JSON of an array of blocks. A reader fetches a piece by
 * its bytes.
 */
export async function writePieces(output: string, blocks: Iterable<ReadingBlock>, isCut: boolean): Promise<void> {
  const pieces: Buffer[] = []
  const weights: number[] = []
  let part: ReadingBlock[] = []
  let weight = 0
  let all = 0
  let isFull = false
  const flush = () => {
    if (part.length === 0) return
    pieces.push(Buffer.from(JSON.stringify(part)))
    weights.push(weight)
    part = []
    weight = 0
  }
  for (const block of blocks) {
    const own = weightOf(block)
    if (weight + own > (pieces.length === 0 ? WEIGHT.first : WEIGHT.other)) flush()
    all += own
    isFull = pieces.length >= MOST || all > MOST_WEIGHT
    if (isFull) break
    part.push(block)
    weight += own
  }
  flush()
  const list: PieceList = {
    pieces: pieces.map(({ length }, at) => ({ length, weight: weights[at]! })),
    isCut: isCut || isFull,
  }
  await writeFile(output, [`${JSON.stringify(list)}\n`, ...pieces], { flag: 'wx' })
}
