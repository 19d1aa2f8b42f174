import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { openCalls, type OpenCallName, type OpenReply, type OpenRequest } from '@/contract/applications'
import { actorKey, type ApplicationActor } from '../actors/actor'
import type { Dependencies } from '../dependencies'
import { askedTooOften, invalidRequest, originRefused, scopeMissing } from '../errors'
import { KeyedSemaphore } from '../limits/KeyedSemaphore'
import { MinuteLimit } from '../limits/MinuteLimit'
import { networkOf } from '../remote/networkAddress'
import { requireApplication, type TokenHolder } from '../services/applications/tokens'
import { mayMakeCall } from '../services/applications/rights'
import { isOwnOrigin } from './authenticate'
import { validateBody, validateQuery } from './validators'

/** Calls of a minute for one user of an application, and tokens that nobody knows from one network. */
const MOST_CALLS = 600
const MOST_UNKNOWN = 120
/** Writing calls of one user of an application that run at once, and of all. */
const WRITES_OF_ONE = 4
const WRITES_OF_ALL = 8
/** They change nothing and may wait for what is being made, in turns of their own (previews/Waits): no upload stands behind them. */
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

/** Every call of the open platform has its handler: a missing one does not compile. No session counts here, however it comes. */
export function registerOpenCalls(app: FastifyInstance, ports: Ports, handlers: OpenHandlers): void {
  const calls = new MinuteLimit<string>(ports.clock, MOST_CALLS)
  const unknown = new MinuteLimit<string>(ports.clock, MOST_UNKNOWN)
  const writes = new KeyedSemaphore<string>(WRITES_OF_ONE, WRITES_OF_ALL)
  for (const name of Object.keys(openCalls) as OpenCallName[]) {
    const run = handlers[name] as OpenHandler<OpenCallName>
    const isWriting = name.startsWith('POST ') && !looking.test(name)
    app.route({
      ...routeOf(name),
      config: { isOpen: true },
      async handler(request, reply) {
        const holder = await holderOf(ports, unknown, request)
        const { actor } = holder
        if (!calls.take(whose(actor))) throw askedTooOften()
        if (!mayMakeCall(actor, name)) throw scopeMissing()
        const input = readInput(name, request)
        const answer = () => run(holder, input, request, reply)
        return isWriting ? writes.take(whose(actor), answer) : answer()
      },
    })
  }
}

/**
 * Who acts by the token of a request, which no other page than our own may send from a browser.
 * @throws Refused token_invalid, origin_refused; asked_too_often after too many tokens that nobody knows
 */
async function holderOf(ports: Ports, unknown: MinuteLimit<string>, request: FastifyRequest): Promise<TokenHolder> {
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request, ports.config.baseUrl)) throw originRefused()
  const token = bearerOf(request)
  try {
    return await requireApplication(ports, token, request.ip)
  } catch (error) {
    // Who sends none guesses none.
    if (token !== undefined && !unknown.take(networkOf(request.ip))) throw askedTooOften()
    throw error
  }
}

function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return /^Bearer +([\w-]+)$/i.exec(authorization ?? '')?.[1]
}

/** All tokens of a user share what the application may do for them. */
function whose({ client, onBehalfOf }: ApplicationActor): string {
  return `${client.id} ${actorKey(onBehalfOf)}`
}

function routeOf(name: OpenCallName): { method: HTTPMethods; url: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method: method as HTTPMethods, url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}` }
}

/** @throws Refused invalid_request with the field */
function readInput<K extends OpenCallName>(name: K, request: FastifyRequest): OpenRequest<K> {
  const isPost = request.method === 'POST'
  const told = isPost ? request.body : request.query
  if (typeof told !== 'object' || told === null || Array.isArray(told)) throw invalidRequest()
  // The path is text, whatever the rest is.
  const { id } = request.params as { id?: string }
  const input = { ...told, ...(id !== undefined && { id: /^\d{1,15}$/.test(id) ? Number(id) : id }) }
  const validate = (isPost ? validateBody : validateQuery)(openCalls[name].request)
  if (validate(input)) return input as OpenRequest<K>
  const [error] = validate.errors ?? []
  const missing = error?.params?.missingProperty
  throw invalidRequest(typeof missing === 'string' ? missing : error?.instancePath?.split('/')[1] || undefined)
}
