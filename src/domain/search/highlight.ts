import { graphemes } from '@/domain/text/graphemes'
import { searchKey } from './words'

/** A part of a text, marked or not (SRCH-03). */
export interface Piece {
  text: string
  isHit: boolean
}

/** Characters that stay before the first match when the start of a long text is left out. */
const LEAD = 6
/** Characters of a passage before its match. */
const PASSAGE_LEAD = 20

/** A text with every match marked. Marks and emoji stay whole; white space within a match is marked with it. */
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

/** How often a text matches; matches do not overlap. */
export function countHits(text: string, words: string): number {
  return find(text, words).hits.length
}

/** A long text from a little before its first match on, so that one line of so many characters shows it; null without a match. */
export function excerpt(text: string, words: string, width: number): Piece[] | null {
  const {
    characters,
    hits: [first],
  } = find(text, words)
  if (!first) return null
  if (first.to <= width) return highlight(text, words)
  return highlight(`…${characters.slice(Math.max(0, first.from - LEAD)).join('')}`, words)
}

/** A part of so many characters around the first match, with … where something is left out; null without a match. */
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

/** Pieces in two, behind so many units of their text. */
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
  /** Indices of characters; `to` is the first one behind. */
  hits: { from: number; to: number }[]
}

function find(text: string, words: string): TextMatch {
  const characters = graphemes(text.normalize('NFC'))
  const wanted = searchKey(words)
  const hits: TextMatch['hits'] = []
  if (wanted === '') return { characters, hits }
  let key = ''
  /** Of each unit of the key, the character it comes from. */
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
    // Two matches within one character, as in ㎏: it is marked once.
    if (!before || from >= before.to) hits.push({ from, to })
  }
  return { characters, hits }
}

function add(pieces: Piece[], characters: readonly string[], isHit: boolean) {
  if (characters.length > 0) pieces.push({ text: characters.join(''), isHit })
}
