import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { closestLanguage } from '@/domain/text/closestLanguage'
import type { UserActor } from '../actors/actor'
import { securityCheckFailed, tokenExpired } from '../errors'
import type { Dependencies } from '../dependencies'
import { findSession, type SignedIn } from '../services/session/sessions'
import type { RequestContext } from './handler'
import { cookieNames, languageCookie, languageOf, wordingCookie, wordingOf } from './cookies'
import { isSessionToken, isVisitorToken } from './requestTokens'

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
  }
  interface FastifyContextConfig {
    /** A signed address: its right is in itself, no session is looked for. */
    isSigned?: boolean
    /** Of applications: their token counts, no session does. */
    isOpen?: boolean
    /** Tells how many messages are unread: they are counted as the session is looked up, which spares a way to the database. */
    countsUnread?: boolean
  }
}

type SessionPorts = Pick<Dependencies, 'db' | 'clock' | 'config'>

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Gives every request its context; a writing one must prove that our own page sent it. */
export function registerAuthentication(
  app: FastifyInstance,
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'config'>,
): void {
  app.decorateRequest('context')
  app.addHook('onRequest', async (request) => {
    request.context = contextOf(request, null)
    const { isSigned, isOpen, countsUnread } = request.routeOptions.config ?? {}
    if (isSigned || isOpen || !isCall(request)) return
    request.context = contextOf(request, await authenticate(request, ports, countsUnread))
    if (!safeMethods.has(request.method)) checkOrigin(request, ports)
  })
}

/** Whether a request is one of the API, by its route: the text of an address can be written in many ways. */
export function isCall({ routeOptions: { url } }: FastifyRequest): boolean {
  return url?.startsWith('/api/') ?? false
}

/** The session of a request, and the page that asks. @throws Refused login_expired on an unknown or expired Auth-Token */
export async function authenticate(
  request: FastifyRequest,
  ports: SessionPorts,
  countsUnread = false,
): Promise<SignedIn | null> {
  const signedIn = await sessionOf(request, ports, countsUnread)
  return (
    signedIn && {
      ...signedIn,
      actor: { ...signedIn.actor, client: clientOf(signedIn.actor, request.headers['x-client']) },
    }
  )
}

/** The page or tab that sends a request, by a name that it chose; the user's id in front keeps others from naming it. */
export function clientOf({ user }: UserActor, name: unknown): string | undefined {
  return typeof name === 'string' && /^[a-z0-9]{1,40}$/.test(name) ? `${user.id}.${name}` : undefined
}

/** The header goes before the cookie. */
async function sessionOf(
  request: FastifyRequest,
  ports: SessionPorts,
  countsUnread: boolean,
): Promise<SignedIn | null> {
  const token = request.headers['auth-token']
  if (typeof token === 'string' && token !== '') {
    const signedIn = await findSession(ports, token, 'token', request.ip, countsUnread)
    if (!signedIn) throw tokenExpired()
    return signedIn
  }
  const cookie = request.cookies[cookieNames(request, ports.config).session]
  return cookie ? findSession(ports, cookie, 'cookie', request.ip, countsUnread) : null
}

/** Cookies on H5, headers in the mini-program (decisions 33, 41); who has chosen no language gets their browser's. */
export function contextOf(request: FastifyRequest, signedIn: SignedIn | null): RequestContext {
  const { cookies, headers } = request
  const chosen = languageOf(headers['x-lang']) ?? languageOf(cookies?.[languageCookie])
  return {
    actor: signedIn?.actor ?? null,
    session: signedIn?.session ?? null,
    unreadMessages: signedIn?.unreadMessages,
    language: chosen ?? closestLanguage(new Negotiator(request.raw).languages()) ?? 'zh-CN',
    wording:
      wordingOf(headers['x-lang-type']) ??
      wordingOf(cookies?.[wordingCookie]) ??
      signedIn?.actor.enterprise.wording ??
      'default',
  }
}

/** A browser sends cookies by itself, so a cookie alone does not prove who sent the request (CSRF); an Auth-Token header does. */
function checkOrigin(request: FastifyRequest, { sign, config }: Pick<Dependencies, 'sign' | 'config'>) {
  const { session } = request.context
  if (session?.kind === 'token') return
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request, config.baseUrl)) throw securityCheckFailed()
  if (session && !isSessionToken(sign, session.hash, requestTokenOf(request))) throw securityCheckFailed()
}

/** Before a session there is the token of get_base_info (decisions 4.35, 48). @throws Refused security_check_failed */
export function requireVisitorToken(
  request: FastifyRequest,
  { sign, clock }: Pick<Dependencies, 'sign' | 'clock'>,
): void {
  if (!isVisitorToken(sign, clock, requestTokenOf(request))) throw securityCheckFailed()
}

function requestTokenOf({ headers: { requesttoken } }: FastifyRequest) {
  return typeof requesttoken === 'string' ? requesttoken : ''
}

/** Whether an origin is that of BASE_URL, or where the request came in. */
export function isOwnOrigin(origin: string, request: FastifyRequest, baseUrl: string | null) {
  if (baseUrl !== null && origin === new URL(baseUrl).origin) return true
  return origin === `${request.protocol}://${request.host}`
}
