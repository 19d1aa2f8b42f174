import type { FastifyReply, FastifyRequest } from 'fastify'
import { safeRedirect } from '@/domain/session/redirect'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { originOf } from '../../http/baseInfo'
import { cookieNames, isSecure } from '../../http/cookies'
import { signedInOf } from '../../http/handler'
import { setSessionCookies } from '../../http/sessionCookies'
import { partyOfAddress, type CallTurns } from '../../http/turns'
import type { NewSession } from '../../services/session/sessions'
import type { Return } from '../../services/session/signOn'

type Ports = Pick<Dependencies, 'config' | 'sign'> & { turns: CallTurns }

/** seconds that the browser keeps the secret of a sign-on */
const COOKIE_AGE = 600

interface Begun {
  /** The page outside. */
  address: string
  /** The secret that binds the sign-on to the browser. */
  browser: string
}

/** The way of a browser to a sign-in page outside and back: the browser holds a secret, and refusals lead to the sign-in page. */
export class BrowserSignOn {
  /**
   * @param path of the address to which the browser comes back
   * @param cookie the name of the cookie with the browser's secret
   */
  constructor(
    private readonly ports: Ports,
    private readonly path: string,
    private readonly cookie: string,
  ) {}

  /** The address to which the browser comes back. */
  callbackOf(request: FastifyRequest): string {
    return `${addressOf(request, this.ports)}${this.path}`
  }

  /** Sends the browser to the page outside. */
  leave(
    request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
    reply: FastifyReply,
    begin: (asked: { enterpriseId: number; redirect: string; redirectUri: string }) => Promise<Begun>,
  ): Promise<FastifyReply> {
    const redirect = textOf(request.query.redirect)
    return this.inTurn(request, () =>
      orSignIn(request, reply, redirect, async () => {
        const enterpriseId = idOf(request.query.organisation)
        const begun = await begin({ enterpriseId, redirect, redirectUri: this.callbackOf(request) })
        reply.setCookie(this.cookieName(request), begun.browser, this.cookieOptions(request))
        return reply.redirect(begun.address)
      }),
    )
  }

  /** Signs in the browser that comes back. */
  comeBack(
    request: FastifyRequest,
    reply: FastifyReply,
    complete: (back: Return) => Promise<NewSession & { redirect: string }>,
  ): Promise<FastifyReply> {
    return this.inTurn(request, () =>
      orSignIn(request, reply, '', async () => {
        const browser = request.cookies[this.cookieName(request)] ?? ''
        reply.clearCookie(this.cookieName(request), this.cookieOptions(request))
        const { search } = new URL(request.url, 'http://localhost')
        const made = await complete({
          // Built from the configured address: what the request says about its own address may be forged.
          address: new URL(this.callbackOf(request) + search),
          browser,
          network: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          deviceToken: request.cookies[cookieNames(request, this.ports.config).device],
          before: request.context.session && signedInOf(request.context),
        })
        setSessionCookies(this.ports, made, request, reply)
        return reply.redirect(made.redirect)
      }),
    )
  }

  inTurn(request: FastifyRequest, run: () => Promise<FastifyReply>): Promise<FastifyReply> {
    return this.ports.turns.beforeSignIn.run(partyOfAddress(request.ip), run)
  }

  private cookieName(request: FastifyRequest): string {
    return `${isSecure(request, this.ports.config) ? '__Host-' : ''}${this.cookie}`
  }

  // `lax`: the page outside sends the browser back by a link from another site.
  private cookieOptions(request: FastifyRequest) {
    return {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(request, this.ports.config),
      maxAge: COOKIE_AGE,
    } as const
  }
}

/** Leads to the sign-in page, which words the refusal. */
async function orSignIn(
  { log }: FastifyRequest,
  reply: FastifyReply,
  redirect: string,
  run: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    log.info({ code: error.code }, 'refused')
    const target = safeRedirect(redirect, '')
    const query = new URLSearchParams({ refused: error.code, ...(target && { redirect: target }) })
    return reply.redirect(`/login?${query.toString()}`)
  }
}

/** The address of the server for clients, without a final slash. */
export function addressOf(request: FastifyRequest, { config }: Pick<Dependencies, 'config'>): string {
  return config.baseUrl ?? originOf(request)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const idOf = (value: unknown): number => (/^\d{1,15}$/.test(textOf(value)) ? Number(value) : 0)
