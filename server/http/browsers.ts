import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../config/configuration'
import { isSecure } from './cookies'

type Config = Pick<Configuration, 'baseUrl'>

/** A browser in WeCom, where somebody signed out: it signs nobody in by itself until they sign in again. */
const signedOut = 'satchel_signed_out'
/** seconds */
const AGE = 30 * 86_400

/** Whether the browser is the one inside WeCom, where people are signed in without a question. */
export function isWeComBrowser({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\bwxwork\//i.test(headers['user-agent'] ?? '')
}

/** Whether the browser runs on a phone, which cannot scan its own screen. */
export function isPhone({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\b(Mobile|Android|iPhone|iPad)\b/i.test(headers['user-agent'] ?? '')
}

/** Whether a browser in WeCom may sign somebody in by itself. */
export function maySignInByItself(request: FastifyRequest): boolean {
  return isWeComBrowser(request) && request.cookies[signedOut] === undefined
}

/** Keeps a browser in WeCom from signing in by itself again. */
export function rememberSignOut(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  if (isWeComBrowser(request)) reply.setCookie(signedOut, '1', { ...optionsOf(request, config), maxAge: AGE })
}

export function forgetSignOut(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  if (request.cookies[signedOut] !== undefined) reply.clearCookie(signedOut, optionsOf(request, config))
}

function optionsOf(request: FastifyRequest, config: Config) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request, config) } as const
}
