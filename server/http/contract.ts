import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { calls, type CallName, type Request } from '@/contract/api'
import type { ShareScenario } from '@/contract/shares/shares'
import { actorKey } from '../actors/actor'
import { invalidRequest } from '../errors'
import { KeyedSemaphore } from '../limits/KeyedSemaphore'
import { networkOf } from '../remote/networkAddress'
import type { Admit, Admitting, Handler, Handlers } from './handler'
import { validateBody, validateQuery } from './validators'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refuses senders who may not make the call, before a faulty input is refused. */
    admit?: Admit
  }
}

/** Writing calls that run at once, per user and in total. They wait for each other's locks, and each call holds a connection to the database. */
const WRITES_OF_ONE = 4
const WRITES_OF_ALL = 14
/** Writing calls of visitors without a session that run at once, from all addresses. The separate limit keeps visitors from delaying users. */
const WRITES_OF_VISITORS = 6

/**
 * Calls of visitors that name their link in another field than `share_link_token`. The first checks a password, which costs processor time and
 * memory. The other calls hand in files (AH-25).
 */
const visiting: ReadonlySet<CallName> = new Set<CallName>([
  'POST /apps/share_links/info/{unique_name}',
  'POST /apps/collects/join',
  'POST /apps/collects/presign',
  'POST /apps/collects/finish',
])

/** Calls that report the number of unread messages. */
const counting: ReadonlySet<CallName> = new Set<CallName>([
  'GET /apps/users/get_base_info',
  'GET /apps/frequently_used_items/get_list',
])

/** Registers every call of the contract. The types require a handler for each call. */
export function registerCalls(app: FastifyInstance, handlers: Handlers<typeof calls>): void {
  const writes = new KeyedSemaphore<string>(WRITES_OF_ONE, WRITES_OF_ALL)
  const visits = new KeyedSemaphore<string>(WRITES_OF_ONE, WRITES_OF_VISITORS)
  for (const name of Object.keys(calls) as CallName[]) registerCall(app, name, handlers[name], { writes, visits })
}

function registerCall<K extends CallName>(app: FastifyInstance, name: K, handler: Handler<K>, limits: WriteLimits) {
  const { method, url } = routeOf(name)
  const { admit } = handler as Partial<Admitting>
  app.route({
    method,
    url,
    config: { countsUnread: counting.has(name), admit },
    async handler(request, reply) {
      const { context } = request
      const input = await readInput(name, request)
      const run = () => handler(context, input, request, reply)
      const isVisit = visiting.has(name) || (input as ShareScenario).share_link_token !== undefined
      const answer = await (method === 'POST' ? inTurn(limits, request, isVisit, run) : run())
      return { success: true, ...answer }
    },
  })
}

interface WriteLimits {
  writes: KeyedSemaphore<string>
  visits: KeyedSemaphore<string>
}

/** Runs a writing call when its turn comes. Before sign-in only calls of visitors of links wait for a turn. */
function inTurn<T>(
  { writes, visits }: WriteLimits,
  { context: { actor }, ip }: FastifyRequest,
  isVisit: boolean,
  run: () => Promise<T>,
) {
  if (actor !== null) return writes.run(actorKey(actor), run)
  return isVisit ? visits.run(networkOf(ip), run) : run()
}

/** `GET /apps/files/file_list/{folderId}` → its route below `/api` */
function routeOf(name: CallName): { method: HTTPMethods; url: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method: method as HTTPMethods, url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}` }
}

/**
 * Merges the query or body with the path into the one object that the contract describes. Checks this object and fills in defaults. The query of a
 * POST is ignored except for the scenario (decisions 8), because proxies log addresses.
 * @throws Refused as the handler's `admit` if the input is not valid; then invalid_request with the field, without a field when the body is no object
 */
async function readInput<K extends CallName>(name: K, request: FastifyRequest): Promise<Request<K>> {
  const isPost = request.method === 'POST'
  const given = (isPost ? request.body : request.query) ?? (request.body === null ? null : {})
  const input = {
    ...(isPost && scenarioOf(name, request)),
    ...(isObject(given) && given),
    ...(request.params as object),
  }
  const validate = (isPost ? validateBody : validateQuery)(calls[name].request)
  if (isObject(given) && validate(input)) return input as Request<K>
  const field = isObject(given) ? fieldOf(validate.errors?.[0]) : undefined
  await request.routeOptions.config.admit?.(request, input)
  throw invalidRequest(field)
}

/** The scenario in the query of a call that visitors of links may make. */
function scenarioOf(name: CallName, { query }: FastifyRequest): { scenario?: 'share' } {
  const isAsked = (query as { scenario?: unknown }).scenario === 'share'
  return isAsked && 'share_link_token' in calls[name].request.properties ? { scenario: 'share' } : {}
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldOf(error: { instancePath?: string; params?: { missingProperty?: unknown } } | undefined) {
  const missing = error?.params?.missingProperty
  const field = typeof missing === 'string' ? missing : error?.instancePath?.split('/')[1]
  return field || undefined
}
