import type { TokenRequest } from '@/contract/grants'
import { hashOf } from '../../crypto/secretHash'
import type { ApplicationRow } from '../../database/applicationTables'
import { inTransaction } from '../../database/transaction'
import { grantInvalid, invalidRequest, originRefused, permissionDenied, scopeMissing, tokenInvalid } from '../../errors'
import { mayActForEnterprise, mayUseGrant, provesByPassword } from '../../policies/applications'
import { deleteGrant, lockRefreshToken, revokeToken, spendRefreshToken } from '../../queries/applications/grants'
import { userByLogin } from '../../queries/applications/tokens'
import { insertAuditEvent } from '../../queries/audit'
import { enterpriseEnd } from '../../queries/enterprise/enterprises'
import type { DirectoryPorts } from '../session/directorySignIn'
import { requireCredentials } from '../session/sessions'
import { requireAssertion, requireSimpleAssertion, type Asserted } from './assertions'
import { redeemCode } from './codes'
import { chosenScopes, issueLasting, issueNext, issueShort, type IssuedTokens } from './issuing'
import { actingFor } from './tokens'

/** `clock` also dates tokens. */
type Ports = DirectoryPorts

/**
 * Answers a token request of an application that proved its secret.
 * @param address the network address of the request
 * @throws Refused invalid_request with the missing parameter; grant_invalid, scope_missing, origin_refused; token_invalid for a refresh token that is
 * dead; permission_denied for a user that client_credentials may not name; as signing in by password
 */
export async function grantTokens(
  ports: Ports,
  application: ApplicationRow,
  request: TokenRequest,
  address: string,
): Promise<IssuedTokens> {
  if (!mayUseGrant(application, request.grant_type)) throw grantInvalid()
  switch (request.grant_type) {
    case 'client_credentials':
      return grantToNamed(ports, application, request, address)
    case 'authorization_code':
      return redeemCode(ports, application, { ...request, code: given(request, 'code') }, address)
    case 'password':
      return grantByPassword(ports, application, request, address)
    case 'refresh_token':
      return refresh(ports, application, request, address)
    case 'jwt':
    case 'jwt_simple': {
      const { grant_type } = request
      const prove = grant_type === 'jwt' ? requireAssertion : requireSimpleAssertion
      const asserted = await prove(ports, application, given(request, 'assertion'))
      return grantAsserted(ports, application, { ...request, grant_type }, asserted, address)
    }
  }
}

/** Ends a token that belongs to the application, with its grant. A token that does not, or is unknown, changes nothing. */
export async function revoke({ db }: Pick<Ports, 'db'>, { id }: ApplicationRow, token: string): Promise<void> {
  await inTransaction(db, (transaction) => revokeToken(transaction, id, hashOf(token)))
}

/** The application names its user by login. */
async function grantToNamed(
  { db, clock }: Ports,
  application: ApplicationRow,
  { user: login, scope, origin }: TokenRequest,
  address: string,
): Promise<IssuedTokens> {
  if (login === undefined) throw invalidRequest('user')
  const scopes = chosenScopes(application.scopes, scope)
  requireOrigin(application, origin)
  const found = await userByLogin(db, login)
  const acting = found && (await actingFor(db, application.id, found.id, clock()))
  if (!acting) throw permissionDenied()
  return inTransaction(db, (transaction) =>
    issueShort(
      { db: transaction, now: clock(), application, address },
      { userId: found.id, scopes, origin: origin ?? null },
    ),
  )
}

/** A user gave the application name and password. Where a second step is wanted, a password proves nobody. */
async function grantByPassword(
  ports: Ports,
  application: ApplicationRow,
  request: TokenRequest,
  address: string,
): Promise<IssuedTokens> {
  const { db, clock } = ports
  const login = given(request, 'username')
  const password = given(request, 'password')
  const scopes = chosenScopes(application.scopes, request.scope)
  const attempt = { secret: 'password', login, password, address, device: null } as const
  const { id: userId } = await requireCredentials(ports, attempt)
  const acting = await actingFor(db, application.id, userId, clock())
  if (!acting || !provesByPassword(acting.user)) throw grantInvalid()
  return inTransaction(db, (transaction) =>
    issueLasting(
      { db: transaction, now: clock(), application, address },
      { userId, scopes, kind: 'password', keyName: null },
    ),
  )
}

async function grantAsserted(
  ports: Ports,
  application: ApplicationRow,
  { grant_type: kind, scope, origin }: TokenRequest & { grant_type: 'jwt' | 'jwt_simple' },
  { kind: of, id, keyName }: Asserted,
  address: string,
): Promise<IssuedTokens> {
  const { db, clock } = ports
  if (of === 'enterprise') return grantToEnterprise(ports, application, { kind, scope, origin, id, keyName }, address)
  const scopes = chosenScopes(application.scopes, scope)
  requireOrigin(application, origin)
  if (!(await actingFor(db, application.id, id, clock()))) throw grantInvalid()
  return inTransaction(db, (transaction) => {
    const issuing = { db: transaction, now: clock(), application, address }
    if (origin !== undefined) return issueShort(issuing, { userId: id, scopes, origin })
    return issueLasting(issuing, { userId: id, scopes, kind, keyName })
  })
}

interface ForEnterprise {
  kind: 'jwt' | 'jwt_simple'
  scope: string | undefined
  origin: string | undefined
  /** of the enterprise */
  id: number
  keyName: string | null
}

async function grantToEnterprise(
  { db, clock }: Ports,
  application: ApplicationRow,
  { kind, scope, origin, id, keyName }: ForEnterprise,
  address: string,
): Promise<IssuedTokens> {
  const enterprise = await enterpriseEnd(db, id)
  if (!enterprise || !mayActForEnterprise(application, enterprise, clock())) throw grantInvalid()
  if (scope !== undefined && scope !== '' && scope !== 'admin' && scope !== 'all') throw scopeMissing()
  if (origin !== undefined) throw originRefused()
  return inTransaction(db, (transaction) =>
    issueLasting({ db: transaction, now: clock(), application, address }, { userId: null, scopes: [], kind, keyName }),
  )
}

/**
 * Replaces a refresh token. A spent one that comes again was copied, and nobody knows who holds the copy: the grant ends with all tokens.
 * @throws Refused token_invalid, scope_missing
 */
async function refresh(
  { db, clock }: Ports,
  application: ApplicationRow,
  request: TokenRequest,
  address: string,
): Promise<IssuedTokens> {
  const hash = hashOf(given(request, 'refresh_token'))
  const issued = await inTransaction(db, async (transaction) => {
    const now = clock()
    const found = await lockRefreshToken(transaction, application.id, hash, now)
    if (!found) return null
    const { grant, isSpent } = found
    const { enterprise_id: enterpriseId, name } = application
    if (isSpent) {
      await deleteGrant(transaction, grant.id)
      const detail = { application: name }
      const event = {
        deed: 'application_token_reused',
        at: now,
        userId: grant.user_id,
        address,
        enterpriseId,
        detail,
      } as const
      await insertAuditEvent(transaction, event)
      return null
    }
    if (!(await mayGoOn(transaction, application, grant, now))) return null
    const scopes = grant.user_id === null ? [] : chosenScopes(grant.scopes, request.scope)
    await spendRefreshToken(transaction, hash, now)
    return issueNext({ db: transaction, now, application, address }, grant, scopes)
  })
  if (issued === null) throw tokenInvalid()
  return issued
}

/** Whether what the grant was given for holds still. */
async function mayGoOn(
  db: Ports['db'],
  application: ApplicationRow,
  { user_id: userId, kind }: { user_id: number | null; kind: string },
  now: Date,
): Promise<boolean> {
  if (!mayUseGrant(application, kind)) return false
  if (userId !== null) {
    const acting = await actingFor(db, application.id, userId, now)
    return acting !== null && (kind !== 'password' || provesByPassword(acting.user))
  }
  const enterprise = await enterpriseEnd(db, application.enterprise_id)
  return enterprise !== undefined && mayActForEnterprise(application, enterprise, now)
}

/** @throws Refused origin_refused */
function requireOrigin({ origins }: ApplicationRow, origin: string | undefined): void {
  if (origin !== undefined && !origins.includes(origin)) throw originRefused()
}

/** @throws Refused invalid_request with the parameter's name */
function given(request: TokenRequest, name: 'code' | 'username' | 'password' | 'refresh_token' | 'assertion'): string {
  const value = request[name]
  if (value === undefined || value === '') throw invalidRequest(name)
  return value
}
