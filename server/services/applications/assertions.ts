import { decodeProtectedHeader, importSPKI, jwtVerify, type JWTPayload } from 'jose'
import { hashOf } from '../../crypto/secretHash'
import type { ApplicationRow } from '../../database/applicationTables'
import type { Dependencies } from '../../dependencies'
import { grantInvalid } from '../../errors'
import { claimAssertion, publicKeyOf } from '../../queries/applications'

const algorithms = ['RS256', 'RS384', 'RS512']
/** seconds that an assertion may be valid */
const MAX_LIFETIME = 60
/** seconds by which the clock of an application's server may differ */
const TOLERANCE = 30

/**
 * The id of the user whom a signed assertion names (`grant_type=jwt`). An assertion works once, and at most a minute.
 * @throws Refused grant_invalid
 */
export async function requireAssertion(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  application: Pick<ApplicationRow, 'id'>,
  assertion: string,
): Promise<number> {
  const now = clock()
  const claims = await verifiedClaims(assertion, now, (name) => publicKeyOf(db, application.id, name))
  const userId = claims && userOf(claims, Math.floor(now.getTime() / 1000))
  if (!userId) throw grantInvalid()
  // The signature is left out, because more than one text decodes to it.
  const signed = hashOf(assertion.slice(0, assertion.lastIndexOf('.')))
  const until = new Date(now.getTime() + (MAX_LIFETIME + 2 * TOLERANCE) * 1000)
  if (!(await claimAssertion(db, signed, until))) throw grantInvalid()
  return userId
}

async function verifiedClaims(
  assertion: string,
  currentDate: Date,
  keyOf: (name: string) => Promise<string | undefined>,
): Promise<JWTPayload | null> {
  try {
    const { kid, alg = '' } = decodeProtectedHeader(assertion)
    const pem = kid === undefined || !algorithms.includes(alg) ? undefined : await keyOf(kid)
    if (pem === undefined) return null
    const settings = {
      algorithms: [alg],
      currentDate,
      clockTolerance: TOLERANCE,
      requiredClaims: ['exp', 'sub', 'jti'],
    }
    return (await jwtVerify(assertion, await importSPKI(pem, alg), settings)).payload
  } catch {
    return null
  }
}

/** @param now seconds since 1970 */
function userOf(claims: JWTPayload, now: number): number | null {
  const { sub, exp = 0, iat = now } = claims
  // Clients write the name of their platform before it.
  const kinds = Object.entries(claims).filter(([name]) => /(^|_)sub_type$/.test(name))
  const isOfUser = kinds.length === 1 && kinds[0]![1] === 'user'
  const isShort = exp - iat <= MAX_LIFETIME && exp - now <= MAX_LIFETIME + TOLERANCE && iat <= now + TOLERANCE
  const id = /^[1-9]\d{0,15}$/.test(String(sub)) ? Number(sub) : null
  return isOfUser && isShort ? id : null
}
