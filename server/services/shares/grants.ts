import { randomBytes } from 'node:crypto'
import type { VisitorKey } from '../../actors/actor'
import type { Clock } from '../../time/clock'
import { sameText, type Signer } from '../../crypto/signing'

/** seconds; a page that stays open longer asks for another one */
const LIFETIME = 7200
/** seconds that an old one still says who the visitor is */
const REMEMBERED = 86_400

/** What a visitor was let in with: which link, under which of its passwords, and who they are. */
export interface Grant {
  linkId: number
  passwordVersion: number
  visitor: VisitorKey
}

/** A grant as text: its claim and a signature (decisions 47). */
export function issueGrant(sign: Signer, clock: Clock, { linkId, passwordVersion, visitor }: Grant): string {
  const claim = `${linkId}.${passwordVersion}.${visitor}.${secondsOf(clock) + LIFETIME}`
  return `${claim}.${sign.token('share-grant', claim)}`
}

/** What a grant says, and whether it still holds; null where it is none of ours, or so old that it says nothing any more. */
export function readGrant(sign: Signer, clock: Clock, text: unknown): (Grant & { isFresh: boolean }) | null {
  if (typeof text !== 'string' || text.length > 200) return null
  const end = text.lastIndexOf('.')
  const claim = text.slice(0, Math.max(0, end))
  if (!sameText(text.slice(end + 1), sign.token('share-grant', claim))) return null
  const [linkId, version, visitor, until] = claim.split('.')
  const left = Number(until) - secondsOf(clock)
  if (left <= -REMEMBERED) return null
  return {
    linkId: Number(linkId),
    passwordVersion: Number(version),
    visitor: visitor as VisitorKey,
    isFresh: left > 0,
  }
}

/** A visitor of whom nothing is known yet. */
export function newVisitor(): VisitorKey {
  return `x${randomBytes(12).toString('base64url')}`
}

function secondsOf(clock: Clock): number {
  return Math.floor(clock().getTime() / 1000)
}
