import { SEARCH_MAX_LENGTH } from '@/domain/limits'
import { firstCodePoints } from '@/domain/text/codePoints'

/** The search words of a typed text: without white space, at most 100 characters; empty = no search (SRCH-02, 1§5). */
export function searchWords(typed: string): string {
  return firstCodePoints(typed.replace(/\s+/gu, ''), SEARCH_MAX_LENGTH)
}

/**
 * The key for comparing texts: one width and one case of every letter, no white space (decisions 4.21). The database function of the same name
 * returns the same.
 */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
}
