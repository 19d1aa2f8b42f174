import { decodeProtectedHeader, importSPKI, jwtVerify, type JWTPayload } from 'jose'
import { hashOf } from '../../crypto/secretHash'
import type { ApplicationRow } from '../../database/applicationTables'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { grantInvalid } from '../../errors'
import { claimAssertion, publicKeyOf } from '../../queries/applications/tokens'

type Ports = Pick<Dependencies, 'db' | 'clock'>

const algorithms = ['RS256', 'RS384', 'RS512']
/** seconds that an assertion may be valid */
const MAX_LIFETIME = 60
/** seconds by which the clock of an application's server may differ */
const TOLERANCE = 30

/** Whom an assertion names, and the key that signed it; null: it was not signed. */
export interface Asserted {
  kind: 'user' | 'enterprise'
  id: number
  keyName: string | null
}

/**
 * Whom a signed assertion names (`grant_type=jwt`). An assertion works once, and at most a minute.
 * @throws Refused grant_invalid
 */
export async function requireAssertion(
  { db, clock }: Ports,
  application: Pick<ApplicationRow, 'id'>,
  assertion: string,
): Promise<Asserted> {
  const now = clock()
  const verified = await verifiedClaims(assertion, now, (name) => publicKeyOf(db, application.id, name))
  // The signature is left out, because more than one text decodes to it.
  const signed = assertion.slice(0, assertion.lastIndexOf('.'))
  return requireOnce({ db, now }, verified?.claims ?? null, verified?.keyName ?? null, signed)
}

/**
 * Whom an unsigned assertion names (`grant_type=jwt_simple`): the same claims as JSON in base64. It proves nothing beyond the application's secret.
 * @throws Refused grant_invalid
 */
export async function requireSimpleAssertion(
  { db, clock }: Ports,
  application: Pick<ApplicationRow, 'id'>,
  assertion: string,
): Promise<Asserted> {
  const text = Buffer.from(assertion.replace(/ /g, '+'), 'base64').toString()
  return requireOnce({ db, now: clock() }, readClaims(text), null, `${application.id} ${text}`)
}

async function requireOnce(
  { db, now }: { db: Db; now: Date },
  claims: JWTPayload | null,
  keyName: string | null,
  text: string,
): Promise<Asserted> {
  const named = claims && subjectOf(claims, Math.floor(now.getTime() / 1000))
  if (!named) throw grantInvalid()
  const until = new Date(now.getTime() + (MAX_LIFETIME + 2 * TOLERANCE) * 1000)
  if (!(await claimAssertion(db, hashOf(text), until))) throw grantInvalid()
  return { ...named, keyName }
}

function readClaims(text: string): JWTPayload | null {
  try {
    const claims: unknown = JSON.parse(text)
    const isObject = typeof claims === 'object' && claims !== null && !Array.isArray(claims)
    return isObject && 'jti' in claims && 'exp' in claims ? (claims as JWTPayload) : null
  } catch {
    return null
  }
}

async function verifiedClaims(
  assertion: string,
  currentDate: Date,
  keyOf: (name: string) => Promise<string | undefined>,
): Promise<{ claims: JWTPayload; keyName: string } | null> {
  try {
    const { kid, alg = '' } = decodeProtectedHeader(assertion)
    const pem = kid === undefined || !algorithms.includes(alg) ? undefined : await keyOf(kid)
    if (kid === undefined || pem === undefined) return null
    const settings = {
      algorithms: [alg],
      currentDate,
      clockTolerance: TOLERANCE,
      requiredClaims: ['exp', 'sub', 'jti'],
    }
    return { claims: (await jwtVerify(assertion, await importSPKI(pem, alg), settings)).payload, keyName: kid }
  } catch {
    return null
  }
}

/** @param now seconds since 1970 @returns null for claims that name nobody, or for too long */
function subjectOf(claims: JWTPayload, now: number): Pick<Asserted, 'kind' | 'id'> | null {
  const { sub } = claims
  const exp = numberOf(claims.exp)
  const iat = claims.iat === undefined ? now : numberOf(claims.iat)
  // Clients write the name of their platform before it.
  const kinds = Object.entries(claims).filter(([name]) => /(^|_)sub_type$/.test(name))
  const kind = kinds.length === 1 ? kinds[0]![1] : undefined
  if (exp === null || iat === null || (kind !== 'user' && kind !== 'enterprise')) return null
  const isShort = exp - iat <= MAX_LIFETIME && exp - now <= MAX_LIFETIME + TOLERANCE
  const isNow = iat <= now + TOLERANCE && exp > now - TOLERANCE
  const id = numberOf(sub)
  return isShort && isNow && id !== null && id > 0 ? { kind, id } : null
}

/** A whole number, also as a text of digits; null for everything else. An array of one number reads like the number as text. */
function numberOf(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  return /^\d{1,15}$/.test(String(value)) ? Number(value) : null
}
