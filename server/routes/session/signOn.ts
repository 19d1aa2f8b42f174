import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { administrationSignOnCalls } from '@/contract/administration/signOn'
import type { signOnCalls } from '@/contract/session/signOn'
import { safeRedirect } from '@/domain/session/redirect'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { originOf } from '../../http/baseInfo'
import { cookieNames, isSecure } from '../../http/cookies'
import { requireUser, signedInOf, type Handlers } from '../../http/handler'
import { setSessionCookies } from '../../http/sessionCookies'
import { partyOfAddress, type CallTurns } from '../../http/turns'
import { readSignOn, removeSignOn, setSignOn } from '../../services/administration/signOn'
import { beginSignOn, completeSignOn, signOutAtProvider, waysToSignOn } from '../../services/session/signOn'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'sign' | 'log' | 'encrypter' | 'openIdClients'>

const PATH = '/api/sign_on'
/** seconds that the browser keeps the secret of a sign-on */
const COOKIE_AGE = 600

/** The calls about signing on at an OpenID provider: what the sign-in page offers, and the settings in the console. */
export function signOnRoutes(ports: Ports): Handlers<typeof signOnCalls & typeof administrationSignOnCalls> {
  return {
    'GET /apps/users/sign_on_ways': async () => ({ ways: await waysToSignOn(ports) }),
    'GET /admin/sign_on/get': requireUser(async ({ actor }, _input, request) => ({
      provider: await readSignOn(ports, actor),
      redirect_url: callbackOf(request, ports),
    })),
    'POST /admin/sign_on/set': requireUser(async ({ actor }, { provider, client_secret }) => ({
      provider: await setSignOn(ports, actor, provider, client_secret),
    })),
    'POST /admin/sign_on/remove': requireUser(async ({ actor }) => {
      await removeSignOn(ports, actor)
      return {}
    }),
  }
}

/** The addresses through which a browser goes to the provider and comes back (DIR-01). */
export function registerSignOn(app: FastifyInstance, ports: Ports & { turns: CallTurns }): void {
  const inTurn = (request: FastifyRequest, run: () => Promise<FastifyReply>) =>
    ports.turns.beforeSignIn.run(partyOfAddress(request.ip), run)

  const cookieName = (request: FastifyRequest) => `${isSecure(request, ports.config) ? '__Host-' : ''}satchel_sign_on`
  // `lax`: the provider sends the browser back by a link from another site.
  const cookieOptions = (request: FastifyRequest) =>
    ({
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(request, ports.config),
      maxAge: COOKIE_AGE,
    }) as const

  app.get<{ Querystring: Record<string, unknown> }>(`${PATH}/start`, (request, reply) =>
    inTurn(request, async () => {
      const redirect = textOf(request.query.redirect)
      return orSignIn(request, reply, redirect, async () => {
        const begun = await beginSignOn(ports, {
          enterpriseId: idOf(request.query.organisation),
          redirect,
          redirectUri: callbackOf(request, ports),
        })
        reply.setCookie(cookieName(request), begun.browser, cookieOptions(request))
        return reply.redirect(begun.address)
      })
    }),
  )

  app.get(`${PATH}/callback`, (request, reply) =>
    inTurn(request, () =>
      orSignIn(request, reply, '', async () => {
        const browser = request.cookies[cookieName(request)] ?? ''
        reply.clearCookie(cookieName(request), cookieOptions(request))
        const { search } = new URL(request.url, 'http://localhost')
        const made = await completeSignOn(ports, {
          // Built from the configured address: what the request says about its own address may be forged.
          address: new URL(callbackOf(request, ports) + search),
          browser,
          network: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          deviceToken: request.cookies[cookieNames(request, ports.config).device],
          before: request.context.session && signedInOf(request.context),
        })
        setSessionCookies(ports, made, request, reply)
        return reply.redirect(made.redirect)
      }),
    ),
  )

  app.get<{ Querystring: Record<string, unknown> }>(`${PATH}/out`, (request, reply) =>
    inTurn(request, async () => {
      const back = `${addressOf(request, ports)}/login`
      const id = idOf(request.query.organisation)
      return reply.redirect((await signOutAtProvider(ports, id, back)) ?? '/login')
    }),
  )
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

function addressOf(request: FastifyRequest, { config }: Pick<Ports, 'config'>): string {
  return config.baseUrl ?? originOf(request)
}

function callbackOf(request: FastifyRequest, ports: Pick<Ports, 'config'>): string {
  return `${addressOf(request, ports)}${PATH}/callback`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const idOf = (value: unknown): number => (/^\d{1,15}$/.test(textOf(value)) ? Number(value) : 0)
