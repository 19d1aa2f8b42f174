import type { Scope } from '@/contract/applications'
import type { AskedConsent } from '@/contract/grants'
import type { UserActor } from '../../actors/actor'
import { hashOf } from '../../crypto/secretHash'
import type { ApplicationRow } from '../../database/applicationTables'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { invalidRequest, permissionDenied, Refused } from '../../errors'
import {
  allowedScopes,
  consentsOf,
  deleteConsent,
  storeConsent,
  type ConsentRow,
} from '../../queries/applications/consents'
import { insertCode } from '../../queries/applications/grants'
import { applicationByClientId } from '../../queries/applications/tokens'
import { recordAuditEvent } from '../audit'
import { chosenScopes } from './issuing'
import { actingFor, newToken } from './tokens'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/** ms: also long enough to type a code that the page shows */
const CODE_LIFETIME = 600_000

/** What an application asks a user for. */
export interface Asking {
  application: ApplicationRow
  scopes: Scope[]
  /** null: the page shows the code */
  redirectUri: string | null
  /** The error for the application; null: it may ask. */
  fault: 'unsupported_response_type' | 'invalid_scope' | 'invalid_request' | null
}

/**
 * Reads a request for consent. Until application and address are known to belong together, nothing is sent to that address.
 * @throws Refused application_not_found, redirect_refused; invalid_request where no address can get the fault
 */
export async function readAsking({ db }: Pick<Ports, 'db'>, asked: AskedConsent): Promise<Asking> {
  const application = await applicationByClientId(db, asked.client_id)
  if (!application || application.disabled_at !== null)
    throw new Refused('application_not_found', { field: 'client_id' })
  const redirectUri = asked.redirect_uri === undefined || asked.redirect_uri === '' ? null : asked.redirect_uri
  if (redirectUri !== null && !application.redirect_uris.includes(redirectUri))
    throw new Refused('redirect_refused', { field: 'redirect_uri' })
  const { scopes, fault } = readScopes(application, asked)
  // Without an address the page says it, not the application.
  if (fault !== null && redirectUri === null) throw invalidRequest(fieldOf[fault])
  return { application, redirectUri, scopes, fault }
}

const fieldOf = {
  unsupported_response_type: 'response_type',
  invalid_scope: 'scope',
  invalid_request: 'code_challenge',
} as const

function readScopes(application: ApplicationRow, asked: AskedConsent): Pick<Asking, 'scopes' | 'fault'> {
  if (asked.response_type !== 'code') return { scopes: [], fault: 'unsupported_response_type' }
  if (!isChallenge(asked)) return { scopes: [], fault: 'invalid_request' }
  try {
    return { scopes: chosenScopes(application.scopes, asked.scope || undefined), fault: null }
  } catch (error) {
    if (error instanceof Refused) return { scopes: [], fault: 'invalid_scope' }
    throw error
  }
}

/**
 * Whether a user allowed before what an application asks for now. A code that the page shows is asked for each time.
 * @throws Refused permission_denied if the application may not act for the user
 */
export async function isAllowedBefore(
  { db, clock }: Ports,
  { user }: UserActor,
  { application, scopes, redirectUri }: Asking,
): Promise<boolean> {
  if (!(await actingFor(db, application.id, user.id, clock()))) throw permissionDenied()
  if (redirectUri === null) return false
  const before = await allowedScopes(db, application.id, user.id)
  return scopes.every((each) => before.includes(each))
}

/**
 * Lets an application act for a user. The consent is remembered.
 * @returns a code, which works once, for ten minutes
 * @throws Refused permission_denied if the application may not act for the user
 */
export async function allowApplication(
  { db, clock }: Ports,
  actor: UserActor,
  { application, scopes, redirectUri }: Asking,
  challenge: string | null,
): Promise<string> {
  const now = clock()
  if (!(await actingFor(db, application.id, actor.user.id, now))) throw permissionDenied()
  const code = newToken()
  await inTransaction(db, async (transaction) => {
    const { id: application_id, name } = application
    const before = await allowedScopes(transaction, application_id, actor.user.id)
    const isNew = scopes.some((each) => !before.includes(each))
    if (isNew) {
      const all = application.scopes.filter((each) => before.includes(each) || scopes.includes(each))
      await storeConsent(transaction, { application_id, user_id: actor.user.id, scopes: all, created_at: now })
      await recordAuditEvent(transaction, now, actor, 'application_allowed', { detail: { application: name } })
    }
    await insertCode(transaction, {
      hash: hashOf(code),
      application_id,
      user_id: actor.user.id,
      redirect_uri: redirectUri,
      scopes,
      challenge,
      expires_at: new Date(now.getTime() + CODE_LIFETIME),
    })
  })
  return code
}

/** The applications that a user allowed. */
export function allowedApplications({ db, clock }: Ports, { user }: UserActor): Promise<ConsentRow[]> {
  return consentsOf(db, user.id, clock())
}

/** Ends the access that a user gave an application. Without such an access nothing happens. */
export async function disallowApplication(
  { db, clock }: Ports,
  actor: UserActor,
  applicationId: number,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const name = await deleteConsent(transaction, applicationId, actor.user.id)
    if (name !== undefined)
      await recordAuditEvent(transaction, clock(), actor, 'application_disallowed', { detail: { application: name } })
  })
}

/**
 * The address to which an answer goes. `iss` names us, so that an application of several drives does not send our code to another one (RFC 9207).
 * @returns null: the page shows the answer
 */
export function answerAddress(
  { redirectUri }: Asking,
  answer: { code: string } | { error: string },
  state: string | undefined,
  issuer: string,
): string | null {
  if (redirectUri === null) return null
  const query = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}

/** Whether the challenge of PKCE is absent, or one by SHA-256. */
function isChallenge({ code_challenge: challenge, code_challenge_method: method }: AskedConsent): boolean {
  if (challenge === undefined || challenge === '') return method === undefined || method === ''
  return method === 'S256' && /^[\w-]{43}$/.test(challenge)
}
