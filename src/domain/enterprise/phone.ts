import { CODE_COOLDOWN } from '../limits'

/** digits (2§5) */
export const PHONE_MAX = 13
export const CODE_MAX = 6

/** The digits of a typed text. Full-width digits, which input methods may produce, count as digits. */
export function digitsOf(typed: string, most = Infinity): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, most)
}

/** `(86)13800138000` (2§7). @param region a calling code, such as `+86` */
export function phoneWithRegion(region: string, phone: string): string {
  return `(${region.replace('+', '')})${phone}`
}

/**
 * Seconds until the user may request another code; 0: now.
 * @param sentAt when the last code was sent, in ms since 1970; undefined: none was sent
 * @param now ms since 1970; earlier than sentAt if the clock was turned back
 */
export function cooldownLeft(sentAt: number | undefined, now: number): number {
  if (sentAt === undefined || now < sentAt) return 0
  return Math.max(0, Math.ceil(CODE_COOLDOWN - (now - sentAt) / 1000))
}
