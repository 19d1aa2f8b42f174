import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { closestLanguage } from '@/domain/text/closestLanguage'
import type { UserActor } from '../actors/actor'
import { recordUse } from '../crypto/passwords'
import { accountDeactivated, securityCheckFailed, tokenExpired } from '../errors'
import type { Dependencies } from '../dependencies'
import { findSession, wasDeactivated, type Session, type SignedIn } from '../services/session/sessions'
import type { RequestContext } from './handler'
import { cookieNames, languageCookie, languageOf, wordingCookie, wordingOf } from './cookies'
import { isSessionToken, isVisitorToken } from './requestTokens'
import { unknownParty, type CallTurns } from './turns'

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
    /** Whether the request's session ended because its account was deactivated. */
    isDeactivated: boolean
  }
  interface FastifyContextConfig {
    /** A signed address. Its signature authorises the request, so no session is looked up. */
    isSigned?: boolean
    /** A call of applications. Only a token authorises such a call, never a session. */
    isOpen?: boolean
    /** The answer reports the unread messages. They are counted in the query for the session, which saves a round trip to the database. */
    countsUnread?: boolean
  }
}

/** `turns` are those of the whole server. */
export type SessionPorts = Pick<Dependencies, 'db' | 'clock' | 'config'> & { turns: CallTurns }

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Gives every request its context. A writing request must also prove that our own page sent it. */
export function registerAuthentication(app: FastifyInstance, ports: SessionPorts & Pick<Dependencies, 'sign'>): void {
  app.decorateRequest('context')
  app.decorateRequest('isDeactivated', false)
  app.addHook('onRequest', async (request) => {
    request.context = contextOf(request, null)
    const { isSigned, isOpen, countsUnread } = request.routeOptions.config ?? {}
    if (isSigned || isOpen || !isCall(request)) return
    request.context = contextOf(request, await authenticate(request, ports, countsUnread))
    if (!safeMethods.has(request.method)) checkOrigin(request, ports)
  })
}

/** Whether a request is a call of the API, judged by its route: the text of an address can be written in many ways. */
export function isCall({ routeOptions: { url } }: FastifyRequest): boolean {
  return url?.startsWith('/api/') ?? false
}

/**
 * The session of a request, and the page that sent the request.
 * @throws Refused login_expired on an unknown or expired Auth-Token, account_deactivated on one of a deactivated account
 */
export async function authenticate(
  request: FastifyRequest,
  ports: SessionPorts,
  countsUnread = false,
): Promise<SignedIn | null> {
  const signedIn = await sessionOf(request, ports, countsUnread)
  if (signedIn) recordUse(signedIn.actor.user.id, request.ip)
  return (
    signedIn && {
      ...signedIn,
      actor: { ...signedIn.actor, client: clientOf(signedIn.actor, request.headers['x-client']) },
    }
  )
}

/** The page or tab that sends a request, under a name of its own choice. The user's id as a prefix keeps others from using that name. */
export function clientOf({ user }: UserActor, name: unknown): string | undefined {
  return typeof name === 'string' && /^[a-z0-9]{1,40}$/.test(name) ? `${user.id}.${name}` : undefined
}

/** Finds the session by the Auth-Token header or, without one, by the cookie. */
async function sessionOf(
  request: FastifyRequest,
  ports: SessionPorts,
  countsUnread: boolean,
): Promise<SignedIn | null> {
  const token = request.headers['auth-token']
  const find = (value: string, kind: Session['kind']) =>
    ports.turns.sessions.run(unknownParty(request), async () => {
      const signedIn = await findSession(ports, value, kind, request.ip, countsUnread)
      request.isDeactivated = signedIn === null && (await wasDeactivated(ports, value))
      return signedIn
    })
  if (typeof token === 'string' && token !== '') {
    const signedIn = await find(token, 'token')
    if (!signedIn) throw request.isDeactivated ? accountDeactivated() : tokenExpired()
    return signedIn
  }
  const cookie = request.cookies[cookieNames(request, ports.config).session]
  return cookie ? find(cookie, 'cookie') : null
}

/** Reads cookies on H5 and headers in the mini-program (decisions 33, 41). Without a choice, the browser's language applies. */
export function contextOf(request: FastifyRequest, signedIn: SignedIn | null): RequestContext {
  const { cookies, headers } = request
  const chosen = languageOf(headers['x-lang']) ?? languageOf(cookies?.[languageCookie])
  return {
    actor: signedIn?.actor ?? null,
    session: signedIn?.session ?? null,
    isDeactivated: request.isDeactivated,
    unreadMessages: signedIn?.unreadMessages,
    language: chosen ?? closestLanguage(new Negotiator(request.raw).languages()) ?? 'zh-CN',
    wording:
      wordingOf(headers['x-lang-type']) ??
      wordingOf(cookies?.[wordingCookie]) ??
      signedIn?.actor.enterprise.wording ??
      'default',
  }
}

/**
 * Refuses a request that another site's page may have caused (CSRF). Browsers send cookies by themselves, so a cookie does not prove who sent the
 * request. An Auth-Token header does.
 */
function checkOrigin(request: FastifyRequest, { sign, config }: Pick<Dependencies, 'sign' | 'config'>) {
  const { session } = request.context
  if (session?.kind === 'token') return
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request, config.baseUrl)) throw securityCheckFailed()
  if (session && !isSessionToken(sign, session.hash, requestTokenOf(request))) throw securityCheckFailed()
}

/** Checks the token of get_base_info, which applies before sign-in (decisions 4.35, 48). @throws Refused security_check_failed */
export function requireVisitorToken(
  request: FastifyRequest,
  { sign, clock }: Pick<Dependencies, 'sign' | 'clock'>,
): void {
  if (!isVisitorToken(sign, clock, requestTokenOf(request))) throw securityCheckFailed()
}

function requestTokenOf({ headers: { requesttoken } }: FastifyRequest) {
  return typeof requesttoken === 'string' ? requesttoken : ''
}

/** Whether an origin is the origin of BASE_URL or the one that the request was sent to. */
export function isOwnOrigin(origin: string, request: FastifyRequest, baseUrl: string | null) {
  if (baseUrl !== null && origin === new URL(baseUrl).origin) return true
  return origin === `${request.protocol}://${request.host}`
}
