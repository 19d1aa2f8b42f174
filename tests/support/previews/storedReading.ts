import type { ReadingBlock } from '@/contract/previews/reading'
import { weightOf } from '@/domain/previews/readingBlocks'

/** The rendition that a short text for reading is stored as: the list of its pieces, and its only piece. */
export function storedReading(text: string): string {
  const block: ReadingBlock = { kind: 'text', runs: [{ text }] }
  const piece = JSON.stringify([block])
  const pieces = [{ length: Buffer.byteLength(piece), weight: weightOf(block) }]
  return `${JSON.stringify({ pieces, isCut: false })}\n${piece}`
}
