import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import {
  openCalls,
  type OpenAdminCallName,
  type OpenCallName,
  type OpenReply,
  type OpenRequest,
  type OpenUserCallName,
} from '@/contract/applications'
import { actorKey, type ApplicationActor } from '../actors/actor'
import type { Dependencies } from '../dependencies'
import { askedTooOften, itemNotFound, originRefused, Refused, scopeMissing } from '../errors'
import { SharedMinuteLimit } from '../limits/SharedMinuteLimit'
import { networkOf } from '../remote/networkAddress'
import {
  requireApplication,
  requireEnterpriseToken,
  type EnterpriseHolder,
  type TokenHolder,
} from '../services/applications/tokens'
import { mayMakeCall } from '../services/applications/rights'
import { isOwnOrigin } from './authenticate'
import { unknownParty, type Party, type CallTurns } from './turns'
import { readOpenInput } from './openInput'
import { countRate } from './rateHeaders'

/** Calls per minute for one user of an application, and unknown tokens per minute from one network. */
const MOST_CALLS = 600
const MOST_UNKNOWN = 120
/** These calls change nothing and may wait for a rendition, so that no upload may wait behind them. */
const looking = /^POST \/v2\/preview\//

/** Answers a call of an application, for a user or for the whole enterprise. */
export type OpenHandler<K extends OpenCallName> = (
  holder: K extends OpenAdminCallName ? EnterpriseHolder : TokenHolder,
  input: OpenRequest<K>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<OpenReply<K>>
export type OpenHandlers = { [K in OpenCallName]: OpenHandler<K> }

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config'>

/**
 * Registers every call of the open platform. The types require a handler for each call. Only tokens authorise these calls; sessions are ignored.
 */
export function registerOpenCalls(app: FastifyInstance, ports: Ports, handlers: OpenHandlers, turns: CallTurns): void {
  const calls = new SharedMinuteLimit<string>(ports, 'calls of applications', MOST_CALLS)
  const unknown = new SharedMinuteLimit<string>(ports, 'unknown tokens', MOST_UNKNOWN)
  app.addHook('onRequest', async (request) => {
    request.rate = { limit: unknown, key: networkOf(request.ip) }
  })
  for (const name of Object.keys(openCalls) as OpenCallName[]) {
    if (isAdminCall(name)) {
      registerAdminCall(app, ports, name, handlers[name] as OpenHandler<OpenAdminCallName>, { calls, unknown }, turns)
      continue
    }
    const run = handlers[name] as OpenHandler<OpenUserCallName>
    const kind = kindOf(name)
    app.route({
      ...routeOf(name),
      config: { isOpen: true },
      async handler(request, reply) {
        const holder = await turns.sessions.run(unknownParty(request), () =>
          ofToken(ports, unknown, request, (token) => requireApplication(ports, token, request.ip)),
        )
        const { actor } = holder
        await countRate(request, calls, limitKey(actor))
        if (!mayMakeCall(actor, name)) throw scopeMissing()
        const input = readOpenInput(request, openCalls[name].request) as OpenRequest<OpenUserCallName>
        const answer = () => run(holder, input as never, request, reply)
        return turns[kind].run(partyOf(actor), answer)
      },
    })
  }
  registerAdminPaths(app, ports, { calls, unknown }, turns)
}

interface Limits {
  calls: SharedMinuteLimit<string>
  unknown: SharedMinuteLimit<string>
}

const isAdminCall = (name: OpenCallName): name is OpenAdminCallName => name.includes(' /v2/admin/')

/** Registers a call of an enterprise's token. */
function registerAdminCall(
  app: FastifyInstance,
  ports: Ports,
  name: OpenAdminCallName,
  run: OpenHandler<OpenAdminCallName>,
  limits: Limits,
  turns: CallTurns,
): void {
  const kind = kindOf(name)
  app.route({
    ...routeOf(name),
    config: { isOpen: true },
    async handler(request, reply) {
      const holder = await enterpriseOf(request, ports, limits, turns)
      const input = readOpenInput(request, openCalls[name].request) as never
      const party: Party = [`e${holder.actor.enterprise.id}`, enterpriseKey(holder)]
      return turns[kind].run(party, () => run(holder, input, request, reply))
    },
  })
}

/** Other paths of an enterprise's tokens: a token of a user is refused before the address is. */
function registerAdminPaths(app: FastifyInstance, ports: Ports, limits: Limits, turns: CallTurns): void {
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/v2/admin/*',
    config: { isOpen: true },
    async handler(request) {
      await enterpriseOf(request, ports, limits, turns)
      throw itemNotFound()
    },
  })
}

/** The holder of an enterprise's token, whose call is counted. @throws Refused as ofToken, requireEnterpriseToken, asked_too_often */
async function enterpriseOf(
  request: FastifyRequest,
  ports: Ports,
  { calls, unknown }: Limits,
  turns: CallTurns,
): Promise<EnterpriseHolder> {
  const holder = await turns.sessions.run(unknownParty(request), () =>
    ofToken(ports, unknown, request, (token) => requireEnterpriseToken(ports, token, request.ip)),
  )
  await countRate(request, calls, enterpriseKey(holder))
  return holder
}

/** The key of a call limit: all tokens of an application for its enterprise share it. */
const enterpriseKey = ({ application }: EnterpriseHolder) => `${application.id} enterprise`

/**
 * What a request's token leads to. In a browser, only our own page may send a token. Wrong tokens are counted per network.
 * @throws Refused token_invalid, origin_refused; asked_too_often after too many wrong tokens; and what `find` throws
 */
async function ofToken<T>(
  { config }: Ports,
  unknown: SharedMinuteLimit<string>,
  request: FastifyRequest,
  find: (token: string) => Promise<T>,
): Promise<T> {
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request, config.baseUrl)) throw originRefused()
  const token = bearerOf(request)
  // A request without a token is no guess.
  if (token === undefined) throw new Refused('token_invalid', { reason: 'absent' })
  try {
    return await find(token)
  } catch (error) {
    const isGuess = error instanceof Refused && error.code === 'token_invalid'
    if (isGuess && !(await unknown.tryCount(networkOf(request.ip)))) throw askedTooOften()
    throw error
  }
}

function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
}

/** The key of a call limit: all tokens of one user of an application share it. */
function limitKey({ client, onBehalfOf }: ApplicationActor): string {
  return `${client.id} ${actorKey(onBehalfOf)}`
}

/** The kind of turn that a call waits for. */
function kindOf(name: OpenCallName): 'waits' | 'searches' | 'openWrites' | 'reads' {
  if (looking.test(name)) return 'waits'
  if (name === 'GET /v2/search' || name === 'GET /v2/item/search') return 'searches'
  return name.startsWith('POST ') ? 'openWrites' : 'reads'
}

function partyOf(actor: ApplicationActor): Party {
  return [`e${actor.onBehalfOf.enterprise.id}`, limitKey(actor)]
}

function routeOf(name: OpenCallName): { method: HTTPMethods; url: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method: method as HTTPMethods, url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}` }
}
