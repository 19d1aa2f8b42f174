import { SEARCH_MAX_LENGTH } from '@/domain/limits'
import { firstCodePoints } from '@/domain/text/codePoints'

/** What is searched for when this was typed: without white space, at most 100 characters; empty = nothing (SRCH-02, 1§5). */
export function searchWords(typed: string): string {
  return firstCodePoints(typed.replace(/\s+/gu, ''), SEARCH_MAX_LENGTH)
}

/**
 * What texts are compared by: one width and one case of every letter, no white space (decisions 4.21). The database's function of the
 * same name gives the same.
 */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
}
