import { writeFile } from 'node:fs/promises'
import type { ReadingBlock, ReadingHeading } from '@/contract/previews/reading'
import { textOfRuns, weightOf } from '@/domain/previews/readingBlocks'
import { MOST_WEIGHT } from './flatten'
import { LIST, type PieceList } from './pieceList'

/** Weights of the first piece, which opens a text, and of the others. */
const WEIGHT = { first: 8 * 1024, other: 32 * 1024 }
/** Pieces of a text; what follows is not shown. */
const MOST = 2000
/** Characters of the pictures of a piece, because a phone receives a piece at once. */
const PICTURES = 256 * 1024
/** Headings, and characters of a heading. A reader fetches the list of the pieces with all headings. */
const OUTLINE = { headings: 250, text: 60 }

/**
 * Writes blocks as a rendition: a line with the list of its pieces, and the pieces, each the JSON of an array of blocks. A reader fetches a piece by
 * its bytes.
 */
export async function writePieces(
  output: string,
  blocks: Iterable<ReadingBlock> | AsyncIterable<ReadingBlock>,
  isCut: boolean,
): Promise<void> {
  const pieces: Buffer[] = []
  const weights: number[] = []
  const outline: ReadingHeading[] = []
  let part: ReadingBlock[] = []
  let weight = 0
  let pictures = 0
  let all = 0
  let isFull = false
  const flush = () => {
    if (part.length === 0) return
    pieces.push(Buffer.from(JSON.stringify(part)))
    weights.push(weight)
    part = []
    weight = 0
    pictures = 0
  }
  for await (const block of blocks) {
    const own = weightOf(block)
    const characters = block.kind === 'picture' ? (block.address?.length ?? 0) : 0
    if (pictures + characters > PICTURES) flush()
    if (weight + own > (pieces.length === 0 ? WEIGHT.first : WEIGHT.other)) flush()
    all += own
    isFull = pieces.length >= MOST || all > MOST_WEIGHT
    if (isFull) break
    const heading = headingOf(block)
    if (heading !== null && outline.length < OUTLINE.headings)
      outline.push({ ...heading, piece: pieces.length, block: part.length })
    part.push(block)
    weight += own
    pictures += characters
  }
  flush()
  const list = { pieces: pieces.map(({ length }, at) => ({ length, weight: weights[at]! })), isCut: isCut || isFull }
  await writeFile(output, [lineOf(list, outline), ...pieces], { flag: 'wx' })
}

/** The list as a line of at most `LIST` bytes. The last headings are left out where they are too long. */
function lineOf(list: PieceList, headings: readonly ReadingHeading[]): Buffer {
  for (let count = headings.length; count >= 0; count -= 1) {
    const outline = count > 0 ? headings.slice(0, count) : undefined
    const line = Buffer.from(`${JSON.stringify({ ...list, outline })}\n`)
    if (line.length <= LIST) return line
  }
  throw new Error(`${list.pieces.length} pieces have too long a list`)
}

function headingOf(block: ReadingBlock): Pick<ReadingHeading, 'level' | 'text'> | null {
  if (block.kind !== 'heading') return null
  const text = textOfRuns(block.runs)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (text === '') return null
  const first = text.slice(0, OUTLINE.text).replace(/[\ud800-\udbff]$/, '')
  return { level: block.level, text: first.length < text.length ? `${first}…` : first }
}
