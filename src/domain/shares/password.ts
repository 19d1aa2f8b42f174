import { codePointLength } from '@/domain/text/codePoints'
import { SHARE_PASSWORD_MAX_LENGTH } from '@/domain/limits'

/** Without the letters o (1§5), i and l, which look like 0 and 1. */
const letters = 'abcdefghjkmnpqrstuvwxyz'
const digits = '123456789'

/** Two letters and two digits in any order (1§5). @param random like `Math.random`: from 0, below 1 */
export function generatePassword(random: () => number): string {
  const signs = [letters, letters, digits, digits].map((from) => from[below(from.length, random)]!)
  for (let last = signs.length - 1; last > 0; last--) {
    const other = below(last + 1, random)
    ;[signs[last], signs[other]] = [signs[other]!, signs[last]!]
  }
  return signs.join('')
}

/**
 * Removes outer blanks, which keyboards and copying add and drop, both when a password is set and when it is tried. Composes letters: `é` is one
 * character on some keyboards and two on others (decisions 116).
 */
export function trimPassword(password: string): string {
  return password.normalize('NFC').trim()
}

/** Whether a password is empty or consists of blanks: such a password protects nothing. */
export function isPasswordEmpty(password: string): boolean {
  return trimPassword(password) === ''
}

export function isPasswordTooLong(password: string): boolean {
  return codePointLength(trimPassword(password)) > SHARE_PASSWORD_MAX_LENGTH
}

function below(count: number, random: () => number): number {
  return Math.floor(random() * count)
}
