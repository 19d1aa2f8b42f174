import { SEARCH_MAX_LENGTH } from '@/domain/limits'
import { firstCodePoints } from '@/domain/text/codePoints'
import { graphemes } from '@/domain/text/graphemes'

/** What is searched for when this was typed: without white space, at most 100 characters; empty = nothing (SRCH-02, 1§5). */
export function searchWords(typed: string): string {
  return firstCodePoints(typed.replace(/\s+/gu, ''), SEARCH_MAX_LENGTH)
}

/**
 * What texts are compared by: one width and one case of every letter, no white space (decisions 4.21). Composed again at the
 * end: what blanks kept apart is together now. The database's function of the same name gives the same.
 */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '').normalize('NFKC')
}

/** A character as a reader sees it, and what it is compared by. */
export interface KeyedCharacter {
  character: string
  key: string
}

/** Marks, and the letters of Hangul that join what stands before them. */
const joining = /^[\p{M}\u1160-\u11ff]/u

/** The characters of a text; their keys put together are its own. A mark behind blanks is one character with what stands before those. */
export function keyedCharacters(text: string): KeyedCharacter[] {
  const keyed: KeyedCharacter[] = []
  for (const grapheme of graphemes(text)) {
    let character = grapheme
    let key = searchKey(grapheme)
    if (joining.test(key)) {
      for (let before = keyed.pop(); before; before = before.key === '' ? keyed.pop() : undefined) character = before.character + character
      key = searchKey(character)
    }
    keyed.push({ character, key })
  }
  return keyed
}
