import type { TextList } from '../../../server/previews/converters/pdf/textList'
import type { ReadingBlock } from '@/contract/previews/reading'
import { weightOf } from '@/domain/previews/readingBlocks'

/** The rendition that a short text for reading is stored as: the list of its pieces, and its only piece. */
export function storedReading(text: string): string {
  const block: ReadingBlock = { kind: 'text', runs: [{ text }] }
  const piece = JSON.stringify([block])
  const pieces = [{ length: Buffer.byteLength(piece), weight: weightOf(block) }]
  return `${JSON.stringify({ pieces, isCut: false })}\n${piece}`
}

/** A rendition `page_texts` with a page whose only line is the text. */
export function storedPageTexts(text: string): string {
  const portion = JSON.stringify([[{ text, left: 0, top: 0, right: 10_000, bottom: 200, steps: [] }]])
  const list: TextList = { portions: [Buffer.byteLength(portion)], isCut: false }
  return `${JSON.stringify(list)}\n${portion}`
}
