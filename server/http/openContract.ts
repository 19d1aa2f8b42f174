import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { openCalls, type OpenCallName, type OpenReply, type OpenRequest } from '@/contract/applications'
import { actorKey, type ApplicationActor } from '../actors/actor'
import type { Dependencies } from '../dependencies'
import { askedTooOften, invalidRequest, originRefused, scopeMissing } from '../errors'
import { SharedMinuteLimit } from '../limits/SharedMinuteLimit'
import { networkOf } from '../remote/networkAddress'
import { requireApplication, type TokenHolder } from '../services/applications/tokens'
import { mayMakeCall } from '../services/applications/rights'
import { isOwnOrigin } from './authenticate'
import { unknownParty, type Party, type CallTurns } from './turns'
import { validateBody, validateQuery } from './validators'

/** Calls per minute for one user of an application, and unknown tokens per minute from one network. */
const MOST_CALLS = 600
const MOST_UNKNOWN = 120
/** These calls change nothing and may wait for a rendition, so that no upload may wait behind them. */
const looking = /^POST \/v2\/preview\//

/** Answers a call of an application. */
export type OpenHandler<K extends OpenCallName> = (
  holder: TokenHolder,
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
  for (const name of Object.keys(openCalls) as OpenCallName[]) {
    const run = handlers[name] as OpenHandler<OpenCallName>
    const kind = kindOf(name)
    app.route({
      ...routeOf(name),
      config: { isOpen: true },
      async handler(request, reply) {
        const holder = await turns.sessions.run(unknownParty(request), () => holderOf(ports, unknown, request))
        const { actor } = holder
        if (!(await calls.tryCount(limitKey(actor)))) throw askedTooOften()
        if (!mayMakeCall(actor, name)) throw scopeMissing()
        const input = readInput(name, request)
        const answer = () => run(holder, input, request, reply)
        return turns[kind].run(partyOf(actor), answer)
      },
    })
  }
}

/**
 * The holder of a request's token. In a browser, only our own page may send a token.
 * @throws Refused token_invalid, origin_refused; asked_too_often after too many unknown tokens
 */
async function holderOf(
  ports: Ports,
  unknown: SharedMinuteLimit<string>,
  request: FastifyRequest,
): Promise<TokenHolder> {
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request, ports.config.baseUrl)) throw originRefused()
  const token = bearerOf(request)
  try {
    return await requireApplication(ports, token, request.ip)
  } catch (error) {
    // A request without a token is no guess.
    if (token !== undefined && !(await unknown.tryCount(networkOf(request.ip)))) throw askedTooOften()
    throw error
  }
}

function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return /^Bearer +([\w-]+)$/i.exec(authorization ?? '')?.[1]
}

/** The key of a call limit: all tokens of one user of an application share it. */
function limitKey({ client, onBehalfOf }: ApplicationActor): string {
  return `${client.id} ${actorKey(onBehalfOf)}`
}

/** The kind of turn that a call waits for. */
function kindOf(name: OpenCallName): 'waits' | 'searches' | 'openWrites' | 'reads' {
  if (looking.test(name)) return 'waits'
  if (name === 'GET /v2/search') return 'searches'
  return name.startsWith('POST ') ? 'openWrites' : 'reads'
}

function partyOf(actor: ApplicationActor): Party {
  return [`e${actor.onBehalfOf.enterprise.id}`, limitKey(actor)]
}

function routeOf(name: OpenCallName): { method: HTTPMethods; url: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method: method as HTTPMethods, url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}` }
}

/** @throws Refused invalid_request with the field */
function readInput<K extends OpenCallName>(name: K, request: FastifyRequest): OpenRequest<K> {
  const isPost = request.method === 'POST'
  const given = isPost ? request.body : request.query
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalidRequest()
  // A parameter of the path is always text.
  const { id } = request.params as { id?: string }
  const input = { ...given, ...(id !== undefined && { id: /^\d{1,15}$/.test(id) ? Number(id) : id }) }
  const validate = (isPost ? validateBody : validateQuery)(openCalls[name].request)
  if (validate(input)) return input as OpenRequest<K>
  const [error] = validate.errors ?? []
  const missing = error?.params?.missingProperty
  throw invalidRequest(typeof missing === 'string' ? missing : error?.instancePath?.split('/')[1] || undefined)
}
