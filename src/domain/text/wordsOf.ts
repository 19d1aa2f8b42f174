import { graphemes } from './graphemes'

/** A letter of a script that separates words by spaces. */
const letter =
  /^(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{N}]/u

/** The words of a text, in their order and without a gap. A character that is no letter, or whose script has no spaces between words, is a word. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  let isOpen = false
  for (const character of graphemes(text)) {
    const isLetter = letter.test(character)
    if (isLetter && isOpen) words[words.length - 1] += character
    else words.push(character)
    isOpen = isLetter
  }
  return words
}
