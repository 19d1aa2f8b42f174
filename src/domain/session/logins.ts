import { codePointLength } from '@/domain/text/codePoints'

/** most characters of a login */
const MAX_LENGTH = 100

/** The sameness of logins: without regard to case, width and composition, as the database's `login_key`. */
export function loginKey(login: string): string {
  return login.normalize('NFKC').toLowerCase()
}

/**
 * The stored form of a new login; null if it may not be used. It has letters and digits of any script, and `. _ - @ +`. Latin letters never stand
 * beside Greek or Cyrillic ones, which look the same.
 */
export function checkLogin(typed: string): string | null {
  const login = typed.trim().normalize('NFKC')
  if (codePointLength(login) > MAX_LENGTH || !/^[\p{L}\p{M}\p{N}._@+-]+$/u.test(login) || !/[\p{L}\p{N}]/u.test(login))
    return null
  return /\p{Script=Latin}/u.test(login) && /[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(login) ? null : login
}

/** The stored form of an e-mail address, in lower case; null if it is none. */
export function checkEmail(typed: string): string | null {
  const email = typed.trim().normalize('NFKC').toLowerCase()
  return email.length <= 254 &&
    /^[^\s@"<>(),:;\\[\]\p{C}]+@[^\s@"<>(),:;\\[\]\p{C}]+\.[^\s@"<>(),:;\\[\]\p{C}.]+$/u.test(email)
    ? email
    : null
}

/** The stored form of a phone number: digits, with a plus sign before a country's number; null if it is none. Blanks, dots and hyphens are left out. */
export function checkPhone(typed: string): string | null {
  const phone = typed.normalize('NFKC').replace(/[\s.()-]/g, '')
  return /^\+?\d{5,20}$/.test(phone) ? phone : null
}
