import { randomBytes } from 'node:crypto'
import type { VisitorKey } from '../../actors/actor'
import type { Clock } from '../../time/clock'
import { sameText, type Signer } from '../../crypto/signing'

/** seconds; a page that stays open longer requests a new grant */
const LIFETIME = 7200
/** seconds for which an expired grant still identifies the visitor */
const MEMORY = 86_400

/** The facts that a visit token proves: the link, the version of the link's password, and the visitor. */
export interface Grant {
  linkId: number
  passwordVersion: number
  visitor: VisitorKey
}

/** Encodes a grant as its claim and a signature (decisions 47). */
export function issueGrant(sign: Signer, clock: Clock, { linkId, passwordVersion, visitor }: Grant): string {
  const claim = `${linkId}.${passwordVersion}.${visitor}.${secondsOf(clock) + LIFETIME}`
  return `${claim}.${sign.token('share-grant', claim)}`
}

/** Decodes a grant and checks whether it is still valid; null if it is forged or too old to identify the visitor. */
export function readGrant(sign: Signer, clock: Clock, text: unknown): (Grant & { isFresh: boolean }) | null {
  if (typeof text !== 'string' || text.length > 200) return null
  const end = text.lastIndexOf('.')
  const claim = text.slice(0, Math.max(0, end))
  if (!sameText(text.slice(end + 1), sign.token('share-grant', claim))) return null
  const [linkId, version, visitor, until] = claim.split('.')
  const left = Number(until) - secondsOf(clock)
  if (left <= -MEMORY) return null
  return {
    linkId: Number(linkId),
    passwordVersion: Number(version),
    visitor: visitor as VisitorKey,
    isFresh: left > 0,
  }
}

/** A new anonymous visitor. */
export function newVisitor(): VisitorKey {
  return `x${randomBytes(12).toString('base64url')}`
}

function secondsOf(clock: Clock): number {
  return Math.floor(clock().getTime() / 1000)
}
