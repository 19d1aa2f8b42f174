import { graphemes } from '@/domain/text/graphemes'
import { searchKey, wordKeys } from './words'

/** A part of a text, highlighted or not (SRCH-03). */
export interface Piece {
  text: string
  isHit: boolean
}

/** Words as typed, or the forms in which a text holds them. */
export type SearchedWords = string | readonly string[]

/** Characters kept before the first match when the start of a long text is omitted. */
const LEAD = 6
/** Characters of a passage before its match. */
const PASSAGE_LEAD = 20

/** Splits a text at its matches. Combining marks and emoji stay whole; white space within a match belongs to it. */
export function highlight(text: string, words: SearchedWords): Piece[] {
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
export function countHits(text: string, words: SearchedWords): number {
  return find(text, words).hits.length
}

/** A long text from shortly before its first match, so that a line of `width` characters shows the match; null without a match. */
export function excerpt(text: string, words: SearchedWords, width: number): Piece[] | null {
  const {
    characters,
    hits: [first],
  } = find(text, words)
  if (!first) return null
  if (first.to <= width) return highlight(text, words)
  return highlight(`…${characters.slice(Math.max(0, first.from - LEAD)).join('')}`, words)
}

/** A part of `width` characters around the first match, with … for omitted text; null without a match. */
export function passage(text: string, words: SearchedWords, width: number): string | null {
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

function find(text: string, words: SearchedWords): TextMatch {
  const characters = graphemes(text.normalize('NFC'))
  const wanted = typeof words === 'string' ? wordKeys(words) : words.map(searchKey).filter(Boolean)
  const hits: TextMatch['hits'] = []
  if (wanted.length === 0) return { characters, hits }
  let key = ''
  /** The character index of each unit of the key. */
  const origins: number[] = []
  for (const [index, character] of characters.entries()) {
    const part = searchKey(character)
    key += part
    for (let unit = 0; unit < part.length; unit += 1) origins.push(index)
  }
  for (let hit = nextHit(key, wanted, 0); hit; hit = nextHit(key, wanted, hit.at + hit.word.length)) {
    const from = origins[hit.at]!
    const before = hits[hits.length - 1]
    const to = origins[hit.at + hit.word.length - 1]! + 1
    // Two matches can lie within one character, as in ㎏; it is highlighted once.
    if (!before || from >= before.to) hits.push({ from, to })
  }
  return { characters, hits }
}

/** The first match of any word from a position; of several words there, the longest. */
function nextHit(key: string, words: readonly string[], from: number): { at: number; word: string } | null {
  let first: { at: number; word: string } | null = null
  for (const word of words) {
    const at = key.indexOf(word, from)
    if (at < 0 || (first && at > first.at)) continue
    if (!first || at < first.at || word.length > first.word.length) first = { at, word }
  }
  return first
}

function add(pieces: Piece[], characters: readonly string[], isHit: boolean) {
  if (characters.length > 0) pieces.push({ text: characters.join(''), isHit })
}
