/** The words of a passage, and the letters before and after (`CommentedPassage`). */
export interface PassageWords {
  words: string
  before: string
  after: string
}

/** letters from which words without known letters around them are taken for the same words */
const TELLING = 4
/** places that are compared */
const MOST = 1000

/** A text without its white space, which differs between what the server quotes and what the editor shows. */
export function lettersOf(text: string): string {
  return text.replace(/\s+/g, '')
}

/**
 * Finds a passage that was written anew: a paragraph that somebody divides or joins loses the places that Yjs knew. Of several places the one with
 * most of the same letters around it counts.
 * @param letters the whole text, without white space
 * @returns the place, UTF-16 units; null if no place is likely
 */
export function findWords(
  letters: string,
  { words, before, after }: PassageWords,
): { start: number; end: number } | null {
  const [needle, head, tail] = [lettersOf(words), lettersOf(before), lettersOf(after)]
  if (needle === '') return null
  let best: { start: number; same: number } | null = null
  let count = 0
  for (let at = letters.indexOf(needle); at >= 0 && count < MOST; at = letters.indexOf(needle, at + 1)) {
    const same = sameBefore(letters, at, head) + sameAfter(letters, at + needle.length, tail)
    if (best === null || same > best.same) best = { start: at, same }
    count += 1
  }
  if (best === null) return null
  const isLikely = best.same > 0 || (count === 1 && needle.length >= TELLING)
  return isLikely ? { start: best.start, end: best.start + needle.length } : null
}

function sameBefore(letters: string, at: number, head: string): number {
  let same = 0
  while (same < head.length && same < at && letters[at - 1 - same] === head[head.length - 1 - same]) same += 1
  return same
}

function sameAfter(letters: string, at: number, tail: string): number {
  let same = 0
  while (same < tail.length && letters[at + same] === tail[same]) same += 1
  return same
}
