import { randomBytes } from 'node:crypto'
import type { Clock } from '../time/clock'
import { sameText, type Signer } from '../crypto/signing'

/** seconds a sign-in page may stay open */
const visitorLifetime = 86_400

/** The CSRF token of a session. */
export function sessionToken(sign: Signer, sessionHash: Buffer): string {
  return sign.token('csrf', sessionHash.toString('hex'))
}

export function isSessionToken(sign: Signer, sessionHash: Buffer, token: string): boolean {
  return sameText(token, sessionToken(sign, sessionHash))
}

/** The CSRF token before sign-in (decisions 4.35, 48): the time of expiry, a random part and a signature. */
export function visitorToken(sign: Signer, clock: Clock): string {
  const claim = `${Math.floor(clock().getTime() / 1000) + visitorLifetime}.${randomBytes(12).toString('base64url')}`
  return `${claim}.${sign.token('visitor', claim)}`
}

export function isVisitorToken(sign: Signer, clock: Clock, token: string): boolean {
  const end = token.lastIndexOf('.')
  const claim = token.slice(0, Math.max(0, end))
  return (
    sameText(token.slice(end + 1), sign.token('visitor', claim)) &&
    Number.parseInt(claim, 10) > clock().getTime() / 1000
  )
}
