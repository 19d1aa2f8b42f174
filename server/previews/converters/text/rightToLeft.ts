import bidiFactory from 'bidi-js'
import { graphemes } from '@/domain/text/graphemes'

const bidi = bidiFactory()
/** Letters of scripts that are written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and older ones. */
const LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Marks that only order the text. They have no form of their own. */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A part of a row that is written in one direction and in one style. */
export interface Visual<P> {
  /** As the library of the paper expects it: that library turns the letters of Hebrew and Arabic, but no signs between them. */
  text: string
  isRightToLeft: boolean
  piece: P
}

/** Whether a text needs to be ordered before it is drawn. */
export function isRightToLeft(text: string): boolean {
  return LETTER.test(text)
}

/** A paragraph in logical order, and the order in which its letters are seen (UAX 9). */
export class OrderedText<P extends { text: string }> {
  readonly text: string
  /** Whether the paragraph itself begins at the right. */
  readonly isRightToLeft: boolean
  private readonly levels: Uint8Array
  /** Where each piece begins, in UTF-16 units. */
  private readonly starts: number[] = []

  /** @param base the direction of the paragraph itself; by default its first letter decides */
  constructor(
    private readonly pieces: readonly P[],
    base?: 'ltr' | 'rtl',
  ) {
    this.text = pieces.map(({ text }) => text).join('')
    const { levels, paragraphs } = bidi.getEmbeddingLevels(this.text, base)
    this.levels = levels
    this.isRightToLeft = (paragraphs[0]?.level ?? 0) % 2 === 1
    let at = 0
    for (const { text } of pieces) {
      this.starts.push(at)
      at += text.length
    }
  }

  /** The pieces of a part of the text, in logical order. */
  *piecesOf(start: number, end: number): Generator<{ piece: P; start: number; end: number }> {
    for (let at = start; at < end;) {
      const index = this.indexAt(at)
      const next = Math.min(end, this.starts[index + 1] ?? this.text.length)
      yield { piece: this.pieces[index]!, start: at, end: next }
      at = next
    }
  }

  /** The parts of a row as they stand from left to right. */
  visuals(start: number, end: number): Visual<P>[] {
    const parts: { level: number; piece: P; start: number; end: number }[] = []
    for (const { piece, ...range } of this.piecesOf(start, end)) {
      for (let at = range.start; at < range.end; at += 1) {
        const level = this.levels[at]!
        const last = parts.at(-1)
        if (at > range.start && last?.level === level) last.end = at + 1
        else parts.push({ level, piece, start: at, end: at + 1 })
      }
    }
    return ordered(parts).map((part) => ({
      text: written(this.text.slice(part.start, part.end), part.level % 2 === 1),
      isRightToLeft: part.level % 2 === 1,
      piece: part.piece,
    }))
  }

  /** The number of the last piece that begins at a place or before. */
  private indexAt(at: number): number {
    let [low, high] = [0, this.starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.starts[middle]! <= at) low = middle
      else high = middle - 1
    }
    return low
  }
}

function written(text: string, isTurned: boolean): string {
  const seen = text.replace(MARKS, '')
  if (!isTurned) return seen
  const letters = graphemes(seen).map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
  return (isRightToLeft(seen) ? letters : letters.reverse()).join('')
}

/** Rule L2: from the highest level to the lowest odd one, every sequence of parts at that level or above is reversed. */
function ordered<Part extends { level: number }>(parts: readonly Part[]): Part[] {
  const result = [...parts]
  const levels = parts.map(({ level }) => level)
  const lowest = Math.min(...levels.filter((level) => level % 2 === 1))
  for (let level = Math.max(0, ...levels); level >= lowest; level -= 1) {
    for (let at = 0; at < result.length; at += 1) {
      if (result[at]!.level < level) continue
      let end = at + 1
      while (end < result.length && result[end]!.level >= level) end += 1
      result.splice(at, end - at, ...result.slice(at, end).reverse())
      at = end
    }
  }
  return result
}
