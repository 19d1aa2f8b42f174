import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { administrationWeComCalls } from '@/contract/administration/weCom'
import type { Dependencies } from '../../dependencies'
import { isWeComBrowser } from '../../http/browsers'
import { requireUser, type Handlers } from '../../http/handler'
import { partyOfAddress, type CallTurns } from '../../http/turns'
import { MinuteLimit } from '../../limits/MinuteLimit'
import type { CallbackProof } from '../../messengers/weComEnvelope'
import { networkOf } from '../../remote/networkAddress'
import { readWeCom, removeWeCom, setWeCom } from '../../services/administration/weCom'
import { acceptEvent, answerEcho } from '../../services/directories/weCom/events'
import { beginWeComSignOn, completeWeComSignOn } from '../../services/session/weComSignOn'
import { addressOf, BrowserSignOn, idOf } from './BrowserSignOn'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'sign' | 'log' | 'encrypter' | 'messengers' | 'jobs'>
type Query = { Querystring: Record<string, unknown> }

const PATH = '/api/wecom'
const CALLBACK = `${PATH}/return`
const EVENTS = `${PATH}/events`

/** bytes of a callback; WeCom's have fewer than four thousand */
const MOST = 32_768
/** Callbacks per network and minute, right or wrong. */
const MAX_EVENTS = 600

/** The settings of WeCom in the console. */
export function weComRoutes(ports: Ports): Handlers<typeof administrationWeComCalls> {
  return {
    'GET /admin/wecom/get': requireUser(async ({ actor }, _input, request) => ({
      directory: await readWeCom(ports, actor),
      domain: new URL(addressOf(request, ports)).host,
      callback_url: `${addressOf(request, ports)}${EVENTS}/${actor.enterprise.id}`,
    })),
    'POST /admin/wecom/set': requireUser(async ({ actor }, input) => ({
      directory: await setWeCom(ports, actor, input),
    })),
    'POST /admin/wecom/remove': requireUser(async ({ actor }) => {
      await removeWeCom(ports, actor)
      return {}
    }),
  }
}

/** The addresses of signing in with WeCom (DIR-03). */
export function registerWeCom(app: FastifyInstance, ports: Ports & { turns: CallTurns }): void {
  const browsers = new BrowserSignOn(ports, CALLBACK, 'satchel_wecom')
  app.get<Query>(`${PATH}/start`, (request, reply) =>
    browsers.leave(request, reply, (asked) =>
      beginWeComSignOn(ports, {
        ...asked,
        isWeComBrowser: isWeComBrowser(request),
      }),
    ),
  )
  app.get(CALLBACK, (request, reply) => browsers.comeBack(request, reply, (back) => completeWeComSignOn(ports, back)))
  void app.register(async (scope) => registerEvents(scope, ports))
}

type EventRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Params: { organisation: string } }>

/** The address that WeCom calls. Everything that is wrong has the same answer, so that nobody learns from answers (padding oracles). */
function registerEvents(scope: FastifyInstance, ports: Ports & { turns: CallTurns }): void {
  const limit = new MinuteLimit<string>(ports.clock, MAX_EVENTS)
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    request.log.info('refused: not a callback of WeCom')
    return reply.code(403).send()
  }
  const inTurn = async (request: FastifyRequest, reply: FastifyReply, run: () => Promise<string | null>) => {
    if (!limit.tryCount(networkOf(request.ip))) return refuse(request, reply)
    const answer = await ports.turns.beforeSignIn.run(partyOfAddress(request.ip), run)
    return answer === null ? refuse(request, reply) : reply.type('text/plain; charset=utf-8').send(answer)
  }
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const { statusCode = 500 } = error
    if (statusCode >= 400 && statusCode < 500) return refuse(request, reply)
    throw error
  })
  // The session of a browser plays no part.
  const config = { isSigned: true } as const
  scope.get(`${EVENTS}/:organisation`, { config }, (request: EventRequest, reply) =>
    inTurn(request, reply, () =>
      answerEcho(ports, idOf(request.params.organisation), proofOf(request), textOf(request.query.echostr)),
    ),
  )
  scope.post(`${EVENTS}/:organisation`, { config, bodyLimit: MOST }, (request: EventRequest, reply) =>
    inTurn(request, reply, async () => {
      const body = typeof request.body === 'string' ? request.body : ''
      const isAccepted = await acceptEvent(ports, idOf(request.params.organisation), proofOf(request), body)
      return isAccepted ? 'success' : null
    }),
  )
}

function proofOf({ query }: EventRequest): CallbackProof {
  const { msg_signature, timestamp, nonce } = query
  return { msg_signature: textOf(msg_signature), timestamp: textOf(timestamp), nonce: textOf(nonce) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
