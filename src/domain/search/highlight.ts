import { graphemes } from '@/domain/text/graphemes'
import { searchKey } from './words'

/** A part of a text, highlighted or not (SRCH-03). */
export interface Piece {
  text: string
  isHit: boolean
}

/** Characters kept before the first match when the start of a long text is omitted. */
const LEAD = 6
/** Characters of a passage before its match. */
const PASSAGE_LEAD = 20

/** Splits a text at its matches. Combining marks and emoji stay whole; white space within a match belongs to it. */
export function highlight(text: string, words: string): Piece[] {
  const { characters, hits } = find(text, words)
  const pieces: Piece[] = []
  let at = 0
  for (const { from, to } of hits) {
    add(pieces, characters.slice(at, from), false)
    add(pieces, characters.slice(from, to), true)
    at = to
  }
  add(pieces, characters.slice(at), false)
  return pieces
}

/** The number of matches, without overlaps. */
export function countHits(text: string, words: string): number {
  return find(text, words).hits.length
}

/** A long text from shortly before its first match, so that a line of `width` characters shows the match; null without a match. */
export function excerpt(text: string, words: string, width: number): Piece[] | null {
  const {
    characters,
    hits: [first],
  } = find(text, words)
  if (!first) return null
  if (first.to <= width) return highlight(text, words)
  return highlight(`…${characters.slice(Math.max(0, first.from - LEAD)).join('')}`, words)
}

/** A part of `width` characters around the first match, with … for omitted text; null without a match. */
export function passage(text: string, words: string, width: number): string | null {
  const {
    characters,
    hits: [first],
  } = find(text, words)
  if (!first) return null
  const from = Math.max(0, first.from - PASSAGE_LEAD)
  const to = Math.max(first.to, Math.min(characters.length, from + width))
  return `${from > 0 ? '…' : ''}${characters.slice(from, to).join('').trim()}${to < characters.length ? '…' : ''}`
}

/** Splits pieces in two after `length` UTF-16 units of their text. */
export function cutAt(pieces: readonly Piece[], length: number): [Piece[], Piece[]] {
  const before: Piece[] = []
  const behind: Piece[] = []
  let left = length
  for (const { text, isHit } of pieces) {
    add(before, [text.slice(0, left)].filter(Boolean), isHit)
    add(behind, [text.slice(left)].filter(Boolean), isHit)
    left = Math.max(0, left - text.length)
  }
  return [before, behind]
}

interface TextMatch {
  characters: string[]
  /** Indices of characters, `to` not included. */
  hits: { from: number; to: number }[]
}

function find(text: string, words: string): TextMatch {
  const characters = graphemes(text.normalize('NFC'))
  const wanted = searchKey(words)
  const hits: TextMatch['hits'] = []
  if (wanted === '') return { characters, hits }
  let key = ''
  /** The character index of each unit of the key. */
  const origins: number[] = []
  for (const [index, character] of characters.entries()) {
    const part = searchKey(character)
    key += part
    for (let unit = 0; unit < part.length; unit += 1) origins.push(index)
  }
  for (let at = key.indexOf(wanted); at >= 0; at = key.indexOf(wanted, at + wanted.length)) {
    const from = origins[at]!
    const before = hits[hits.length - 1]
    const to = origins[at + wanted.length - 1]! + 1
    // Two matches can lie within one character, as in ㎏; it is highlighted once.
    if (!before || from >= before.to) hits.push({ from, to })
  }
  return { characters, hits }
}

function add(pieces: Piece[], characters: readonly string[], isHit: boolean) {
  if (characters.length > 0) pieces.push({ text: characters.join(''), isHit })
}
