import type { FastifyReply, FastifyRequest } from 'fastify'
import type { arrivalCalls } from '@/contract/administration/arrival'
import type { Dependencies } from '../../dependencies'
import { requireVisitorToken } from '../../http/authenticate'
import { cookieNames } from '../../http/cookies'
import { signedInOf, type Handlers, type RequestContext } from '../../http/handler'
import { sessionToken } from '../../http/requestTokens'
import { setSessionCookies } from '../../http/sessionCookies'
import { acceptSignInLink, readSignInLink } from '../../services/administration/signInLinks'
import { requireSetupToken, setUp } from '../../services/administration/setup'
import type { NewSession } from '../../services/session/sessions'
import { secondsOf } from '../../time/clock'

/** The set-up of an empty server, and one-time links. Both work without a session, and only from our own pages. */
export function arrivalRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'config'>,
): Handlers<typeof arrivalCalls> {
  const requireOwnPage = (context: RequestContext, request: FastifyRequest) => {
    if (!context.session) requireVisitorToken(request, ports)
  }
  const answer = (
    { token, hash, deviceToken }: NewSession,
    kind: 'cookie' | 'token',
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const csrf_token = sessionToken(ports.sign, hash)
    if (kind === 'token') return { csrf_token, auth_token: token, device_token: deviceToken }
    setSessionCookies(ports, { token, deviceToken }, request, reply)
    return { csrf_token }
  }
  return {
    'POST /setup/info': async (context, { token }, request) => {
      requireOwnPage(context, request)
      return { expires_at: secondsOf(await requireSetupToken(ports, token)) }
    },
    'POST /setup/create': async (context, { token, organisation, administrator, departments }, request, reply) => {
      requireOwnPage(context, request)
      const made = await setUp(ports, {
        token,
        organisation: { ...organisation, departments },
        administrator,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
      })
      return answer(made, 'cookie', request, reply)
    },
    'POST /welcome/info': async (context, { token }, request) => {
      requireOwnPage(context, request)
      const { actor, expiresAt } = await readSignInLink(ports, token)
      return {
        login: actor.user.login,
        name: actor.user.name,
        organisation: actor.enterprise.name,
        is_first: actor.user.last_sign_in_at === null,
        password_length: actor.enterprise.password_length,
        expires_at: secondsOf(expiresAt),
      }
    },
    'POST /welcome/accept': async (context, { token, new_password, scenario }, request, reply) => {
      requireOwnPage(context, request)
      const kind = scenario === 'applet' ? 'token' : 'cookie'
      const made = await acceptSignInLink(ports, {
        token,
        password: new_password,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        kind,
        deviceToken: kind === 'cookie' ? request.cookies[cookieNames(request, ports.config).device] : undefined,
        before: context.session && signedInOf(context),
      })
      return answer(made, kind, request, reply)
    },
  }
}
