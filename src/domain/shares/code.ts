/** Without the letters o (1§5), i and l, which look like 0 and 1. */
const letters = 'abcdefghjkmnpqrstuvwxyz'
const digits = '123456789'

/** How many letters and how many digits a code has. */
const HALF = 2
/** Characters of a code. */
export const CODE_LENGTH = 2 * HALF

/**
 * A code: the password of a link unless its maker typed another. Two letters and two digits in any order (1§5).
 * @param random like `Math.random`: from 0, below 1
 */
export function generatePassword(random: () => number): string {
  const signs = [letters, letters, digits, digits].map((from) => from[below(from.length, random)]!)
  for (let last = signs.length - 1; last > 0; last--) {
    const other = below(last + 1, random)
    ;[signs[last], signs[other]] = [signs[other]!, signs[last]!]
  }
  return signs.join('')
}

/** Whether a text is a code, or its beginning. Codes of older links may contain i and l. */
export function mayBecomeCode(text: string): boolean {
  if (!/^[a-np-z1-9]*$/.test(text)) return false
  const letterCount = text.replace(/\d/g, '').length
  return letterCount <= HALF && text.length - letterCount <= HALF
}

export function isCode(text: string): boolean {
  return text.length === CODE_LENGTH && mayBecomeCode(text)
}

function below(count: number, random: () => number): number {
  return Math.floor(random() * count)
}
