import { codePointLength } from '@/domain/text/codePoints'
import { SHARE_PASSWORD_MAX_LENGTH } from '@/domain/limits'

/** Without the letter that reads as a zero (1§5). */
const letters = 'abcdefghijklmnpqrstuvwxyz'
const digits = '123456789'

/** Two letters and two digits in any order (1§5); `random` as `Math.random`: from 0, below 1. */
export function generatePassword(random: () => number): string {
  const signs = [letters, letters, digits, digits].map((from) => from[below(from.length, random)]!)
  for (let last = signs.length - 1; last > 0; last--) {
    const other = below(last + 1, random)
    ;[signs[last], signs[other]] = [signs[other]!, signs[last]!]
  }
  return signs.join('')
}

/** A password without the blanks around it, which keyboards and copying add and drop: it is set and tried without them. */
export function trimPassword(password: string): string {
  return password.trim()
}

/** A password of blanks alone protects nothing. */
export function isPasswordEmpty(password: string): boolean {
  return trimPassword(password) === ''
}

export function isPasswordTooLong(password: string): boolean {
  return codePointLength(trimPassword(password)) > SHARE_PASSWORD_MAX_LENGTH
}

function below(count: number, random: () => number): number {
  return Math.floor(random() * count)
}
