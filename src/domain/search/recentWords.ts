import { searchWords, wordKeys } from './words'

/** searches that a phone remembers (AH-41) */
export const MOST_RECENT = 8

/** Puts a search first. The same words in another case, width or spelling stand once; the oldest beyond eight are dropped. */
export function rememberWords(recent: readonly string[], words: string): string[] {
  const added = searchWords(words)
  if (added === '') return [...recent]
  return [added, ...withoutWords(recent, added)].slice(0, MOST_RECENT)
}

export function withoutWords(recent: readonly string[], words: string): string[] {
  const key = keyOf(words)
  return recent.filter((each) => keyOf(each) !== key)
}

/** The stored searches: only texts that could be searches, eight at most. */
export function readRecentWords(kept: unknown): string[] {
  const texts = Array.isArray(kept) ? kept.filter((each): each is string => typeof each === 'string') : []
  return texts.map(searchWords).filter(Boolean).slice(0, MOST_RECENT)
}

function keyOf(words: string): string {
  return wordKeys(words).join(' ') || words
}
