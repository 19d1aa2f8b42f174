import { SEARCH_MAX_LENGTH } from '@/domain/limits'
import { firstCodePoints } from '@/domain/text/codePoints'

/** One Chinese or Japanese character: these scripts put no blanks between words. */
const UNSPACED = /^(?:[\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff]|[\ud840-\ud88d][\udc00-\udfff])$/

/**
 * The words of a typed text, separated by blanks; at most 100 characters without the blanks; empty = no search (SRCH-02, 1§5). Single characters of
 * a script without blanks are one word: `合 同` is 合同 (decisions 118).
 */
export function searchWords(typed: string): string {
  const words: string[] = []
  let left = SEARCH_MAX_LENGTH
  let before = ''
  for (const piece of typed.split(/\s+/u)) {
    const part = firstCodePoints(piece, left)
    if (part === '') continue
    left -= Array.from(part).length
    if (UNSPACED.test(part) && UNSPACED.test(before)) words[words.length - 1] += part
    else words.push(part)
    before = part
  }
  return words.join(' ')
}

/** Further words are searched as one, so that a search stays cheap. */
const MOST_WORDS = 8

/**
 * The keys of a search's words, without duplicates. A text must hold each of them, in any order (decisions 118). Empty if nothing is left to search,
 * as of a single accent.
 */
export function wordKeys(words: string): string[] {
  const keys = searchWords(words).split(' ').map(searchKey).filter(Boolean)
  const rest = keys.slice(MOST_WORDS - 1).join('')
  return [...new Set([...keys.slice(0, MOST_WORDS - 1), ...(rest ? [rest] : [])])]
}

/** Accents, which some keyboards cannot type and many users leave out. Marks of other scripts tell letters apart. */
const ACCENTS = /[\u0300-\u036f]/g
/** Letters that Unicode does not take apart. */
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ħ: 'h', ł: 'l', ŧ: 't', ı: 'i' }

/**
 * The key for comparing texts: one width and one case of every letter, no accents, no white space (decisions 4.21, 118). The database function of
 * the same name returns the same.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(/[ßæœøđħłŧı]/g, (letter) => PLAIN[letter]!)
    .replace(/\s+/gu, '')
}
