import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies'
import type { Session, Token } from '../services/session/sessions'
import { forgetSignOut } from './browsers'
import { cookieNames, isSecure } from './cookies'
import { sessionToken } from './requestTokens'

type Ports = Pick<Dependencies, 'sign' | 'config'>

/** seconds, the longest lifetime that browsers allow a cookie; the server ends the session itself */
const cookieAge = 400 * 86_400

/** Sets the cookies of a session, and of the device when `deviceToken` is given. */
export function setSessionCookies(
  { config }: Pick<Ports, 'config'>,
  { token, deviceToken }: { token: string; deviceToken?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const names = cookieNames(request, config)
  const options = { ...cookieOptions(request, config), maxAge: cookieAge }
  reply.setCookie(names.session, token, options)
  if (deviceToken !== undefined) reply.setCookie(names.device, deviceToken, options)
  forgetSignOut(request, reply, config)
}

export function clearSessionCookie({ config }: Pick<Ports, 'config'>, request: FastifyRequest, reply: FastifyReply) {
  reply.clearCookie(cookieNames(request, config).session, cookieOptions(request, config))
}

/** The tokens that a client uses once its session has a new token. The session's token goes into the answer or into the cookie. */
export function renewedTokens(
  ports: Ports,
  { kind }: Session,
  { token, hash }: Token,
  request: FastifyRequest,
  reply: FastifyReply,
): { csrf_token: string; auth_token?: string } {
  const csrf_token = sessionToken(ports.sign, hash)
  if (kind === 'token') return { csrf_token, auth_token: token }
  setSessionCookies(ports, { token }, request, reply)
  return { csrf_token }
}

function cookieOptions(request: FastifyRequest, config: Ports['config']) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request, config) } as const
}
