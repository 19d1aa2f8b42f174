import { codePointLength } from '@/domain/text/codePoints'
import { SHARE_PASSWORD_MAX_LENGTH } from '@/domain/limits'

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

export function isPasswordTooLong(password: string, longest = SHARE_PASSWORD_MAX_LENGTH): boolean {
  return codePointLength(trimPassword(password)) > longest
}
