import { SMS_COOLDOWN } from '../limits'

/** digits (2§5) */
export const PHONE_MAX = 13
export const CODE_MAX = 6

/** What is left of what was typed into a field of digits: full-width ones are digits, too, and an input method may give them. */
export function digitsOf(typed: string, most: number): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, most)
}

/** `(86)13800138000` (2§7). @param region a calling code, such as `+86` */
export function phoneWithRegion(region: string, phone: string): string {
  return `(${region.replace('+', '')})${phone}`
}

/**
 * Seconds until another code may be asked for; 0: now.
 * @param sentAt ms since 1970 when the last one was sent; undefined: none was @param now ms; an earlier one: the clock was turned back
 */
export function cooldownLeft(sentAt: number | undefined, now: number): number {
  if (sentAt === undefined || now < sentAt) return 0
  return Math.max(0, Math.ceil(SMS_COOLDOWN - (now - sentAt) / 1000))
}
