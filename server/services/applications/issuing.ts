import type { Scope } from '@/contract/applications'
import { hashOf } from '../../crypto/secretHash'
import type { ApplicationRow, GrantRow, LastingGrant } from '../../database/applicationTables'
import type { Db } from '../../database/connect'
import { scopeMissing } from '../../errors'
import { insertGrant, insertRefreshToken } from '../../queries/applications/grants'
import { insertToken, markUsed } from '../../queries/applications/tokens'
import { insertAuditEvent } from '../../queries/audit'
import { newToken } from './tokens'

/** ms of an access token without a refresh token */
export const SHORT_LIFETIME = 3_600_000
/** ms of an access token with a refresh token: a second less than six hours, as clients of the open platform know it */
export const TOKEN_LIFETIME = 21_599_000
/** ms of a refresh token */
export const REFRESH_LIFETIME = 90 * 24 * 3_600_000

/** What a token request is answered with. Of both tokens only hashes are stored. */
export interface IssuedTokens {
  token: string
  /** null: the access token is the last one */
  refreshToken: string | null
  /** of the access token */
  seconds: number
  scopes: readonly Scope[]
  /** Whether the tokens are for an enterprise. */
  isOfEnterprise: boolean
}

interface Issuing {
  db: Db
  now: Date
  application: ApplicationRow
  /** the network address of the request */
  address: string
}

/**
 * The scopes of a request among those that may be asked for.
 * @param asked separated by blanks; absent or `all`: all of them
 * @throws Refused scope_missing
 */
export function chosenScopes(of: readonly Scope[], asked: string | undefined): Scope[] {
  const names = (asked ?? 'all').split(' ').filter((each) => each !== '')
  const scopes = names.includes('all') ? [...of] : of.filter((each) => names.includes(each))
  if (scopes.length === 0 || names.some((each) => each !== 'all' && !of.includes(each as Scope))) throw scopeMissing()
  return scopes
}

/** Issues an access token of an hour, which nothing follows. @param origin the page that embeds the drive; null: for calls only */
export async function issueShort(
  issuing: Issuing,
  { userId, scopes, origin }: { userId: number; scopes: readonly Scope[]; origin: string | null },
): Promise<IssuedTokens> {
  const token = await storeToken(issuing, { userId, scopes, origin, grantId: null, lifetime: SHORT_LIFETIME })
  return { token, refreshToken: null, seconds: SHORT_LIFETIME / 1000, scopes, isOfEnterprise: false }
}

/** Begins a grant. @param userId null: for the application's enterprise @returns its id, and its first tokens */
export async function issueLasting(
  issuing: Issuing,
  {
    userId,
    scopes,
    kind,
    keyName,
  }: { userId: number | null; scopes: readonly Scope[]; kind: LastingGrant; keyName: string | null },
): Promise<IssuedTokens & { grantId: number }> {
  const { db, now, application } = issuing
  const grantId = await insertGrant(db, {
    application_id: application.id,
    user_id: userId,
    kind,
    key_name: keyName,
    scopes: [...scopes],
    created_at: now,
    expires_at: new Date(now.getTime() + REFRESH_LIFETIME),
  })
  return { ...(await issueNext(issuing, { id: grantId, user_id: userId }, scopes)), grantId }
}

/** The next tokens of a grant. */
export async function issueNext(
  issuing: Issuing,
  { id: grantId, user_id: userId }: Pick<GrantRow, 'id' | 'user_id'>,
  scopes: readonly Scope[],
): Promise<IssuedTokens> {
  const { db, now } = issuing
  const token = await storeToken(issuing, { userId, scopes, origin: null, grantId, lifetime: TOKEN_LIFETIME })
  const refreshToken = newToken()
  const expires_at = new Date(now.getTime() + REFRESH_LIFETIME)
  await insertRefreshToken(db, { hash: hashOf(refreshToken), grant_id: grantId, expires_at })
  return { token, refreshToken, seconds: TOKEN_LIFETIME / 1000, scopes, isOfEnterprise: userId === null }
}

interface NewToken {
  userId: number | null
  scopes: readonly Scope[]
  origin: string | null
  grantId: number | null
  /** ms */
  lifetime: number
}

async function storeToken(
  { db, now, application, address }: Issuing,
  { userId, scopes, origin, grantId, lifetime }: NewToken,
): Promise<string> {
  const token = newToken()
  await insertToken(db, {
    token_hash: hashOf(token),
    application_id: application.id,
    user_id: userId,
    scopes: [...scopes],
    origin,
    grant_id: grantId,
    file_id: null,
    version_id: null,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetime),
  })
  await markUsed(db, application.id, now)
  const { enterprise_id: enterpriseId, name } = application
  const detail = { application: name }
  await insertAuditEvent(db, { deed: 'application_token', at: now, userId, address, enterpriseId, detail })
  return token
}
