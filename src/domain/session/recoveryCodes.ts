/** Codes that a user gets at once. */
export const RECOVERY_CODES = 10

/** Crockford's base 32: no letter looks like a digit. */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** characters of a code: 50 bits */
export const RECOVERY_LENGTH = 10

/** The plain form of a typed recovery code, without spaces and hyphens; null if the text is none. Forgives letters that look like digits. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]+/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  const isCode = code.length === RECOVERY_LENGTH && [...code].every((each) => recoveryAlphabet.includes(each))
  return isCode ? code : null
}

/** A recovery code as the user sees it. @param code its plain form */
export function groupRecoveryCode(code: string): string {
  const half = RECOVERY_LENGTH / 2
  return `${code.slice(0, half)}-${code.slice(half)}`
}
