import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { IMPORT_BYTES } from '@/domain/administration/import/limits'
import { calls, type CallName, type Request } from '@/contract/api'
import type { ShareScenario } from '@/contract/shares/shares'
import { askedTooOften, invalidRequest } from '../errors'
import type { Admit, Admitting, Handler, Handlers } from './handler'
import { pageCall, partyOf, partyOfAddress, type CallTurns, type Party, type Turn } from './turns'
import { validateBody, validateQuery } from './validators'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refuses senders who may not make the call, before a faulty input is refused. */
    admit?: Admit
  }
}

/**
 * Calls of visitors that name their link in another field than `share_link_token`. The first checks a password, which costs processor time and
 * memory. The other calls hand in files (AH-25).
 */
const visiting: ReadonlySet<CallName> = new Set<CallName>([
  'POST /apps/share_links/info/{unique_name}',
  'POST /apps/collects/join',
  'POST /apps/collects/presign',
  'POST /apps/collects/finish',
  'POST /apps/collects/take_back',
])

/** Calls that read all that a user or a link may see. */
const searching: ReadonlySet<CallName> = new Set<CallName>(['GET /apps/files/search'])

/** Writing calls that may wait for a server of others: to mail, to prove settings, to check a password or to send a code. Pictures wait for a converter. */
const outside: ReadonlySet<CallName> = new Set<CallName>([
  'POST /admin/people/mail_link',
  'POST /admin/ldap/set',
  'POST /admin/sign_on/set',
  'POST /admin/wecom/set',
  'POST /apps/users/password',
  'POST /apps/users/two_step/begin',
  'POST /apps/users/two_step/disable',
  'POST /apps/users/two_step/recovery_codes',
  'POST /apps/users/messenger_links/create',
  'POST /apps/users/applet_login',
  'POST /apps/users/registration_code',
  'POST /captcha/captcha_send',
  'POST /third_party/wechat/signature',
  'POST /third_party/qy_wechat/signature',
  'POST /v1/wechat_applet/identify',
  'POST /v1/wechat_applet/arrive',
  'POST /v1/wechat_applet/private_message',
  'POST /apps/users/set_picture',
  'POST /enterprise/set_logo',
])

/** Calls that read a file of people, or change as many people as it names. */
const importing: ReadonlySet<CallName> = new Set<CallName>(['POST /admin/import/check', 'POST /admin/import/run'])

/** Calls that may wait for a rendition. */
const waiting: ReadonlySet<CallName> = new Set<CallName>([
  'GET /apps/representations/info',
  'GET /apps/representations/entries',
  'GET /apps/representations/pages',
  'GET /apps/representations/reading',
  'GET /apps/representations/page_texts',
  'GET /apps/representations/grid',
  'POST /apps/documents/import',
  'POST /apps/documents/copy_as',
])

/** Calls that report the number of unread messages. */
const counting: ReadonlySet<CallName> = new Set<CallName>([
  'GET /apps/users/get_base_info',
  'GET /apps/frequently_used_items/get_list',
])

/** bytes of the bodies of calls that contain a file in base64; other bodies are as large as `app.ts` allows */
const bodyLimits: Partial<Record<CallName, number>> = { 'POST /admin/import/check': 2 * IMPORT_BYTES }

/**
 * Registers every call of the contract. The types require a handler for each call.
 * @param unknown calls that are answered as an address that does not exist
 */
export function registerCalls(
  app: FastifyInstance,
  handlers: Handlers<typeof calls>,
  turns: CallTurns,
  unknown: ReadonlySet<CallName> = new Set(),
): void {
  for (const name of Object.keys(handlers) as CallName[])
    if (!unknown.has(name)) registerCall(app, name, handlers[name], turns)
}

function registerCall<K extends CallName>(app: FastifyInstance, name: K, handler: Handler<K>, turns: CallTurns) {
  const { method, url } = routeOf(name)
  const { admit } = handler as Partial<Admitting>
  app.route({
    method,
    url,
    config: { countsUnread: counting.has(name), admit },
    ...(bodyLimits[name] !== undefined && {
      bodyLimit: bodyLimits[name],
      // A large body is received only from senders who may make the call.
      preParsing: async (request: FastifyRequest) => void (await admit?.(request, {})),
    }),
    async handler(request, reply) {
      const { context } = request
      const input = await readInput(name, request, turns)
      const run = () => handler(context, input, request, reply)
      const isVisit = visiting.has(name) || (input as ShareScenario).share_link_token !== undefined
      const answer = await (method === 'POST'
        ? writeInTurn(turns, request, { name, isVisit }, run)
        : readInTurn(turns, request, name, run))
      return { success: true, ...answer }
    },
  })
}

/** Runs a writing call when its turn comes. A password to sign in waits for its turn to be hashed instead (crypto/passwords.ts). */
function writeInTurn<T>(
  turns: CallTurns,
  { context: { actor }, ip }: FastifyRequest,
  { name, isVisit }: { name: CallName; isVisit: boolean },
  run: () => Promise<T>,
) {
  if (actor !== null) {
    const turn = outside.has(name)
      ? 'outside'
      : importing.has(name)
        ? 'imports'
        : waiting.has(name)
          ? 'waits'
          : 'writes'
    return turns[turn].run(partyOf(actor), run)
  }
  if (name === 'POST /apps/users/login') return run()
  return (isVisit ? turns.visits : turns.beforeSignIn).run(partyOfAddress(ip), run)
}

/** Runs a reading call when its turn comes. @throws Refused asked_too_often if a page's call would have to wait */
async function readInTurn<T>(turns: CallTurns, request: FastifyRequest, name: CallName, run: () => Promise<T>) {
  const [users, visitors] = searching.has(name)
    ? [turns.searches, turns.visitorSearches]
    : waiting.has(name)
      ? [turns.waits, turns.visitorWaits]
      : [turns.reads, turns.visitorReads]
  const [turn, party] = turnOf(request, users, visitors)
  if (request.headers[pageCall.name] !== pageCall.value) return turn.run(party, run)
  const release = turn.tryAcquire(party)
  if (!release) throw askedTooOften()
  return run().finally(release)
}

/** The turn that a request takes, and for whom. */
function turnOf({ context: { actor }, ip }: FastifyRequest, users: Turn, visitors: Turn): [Turn, Party] {
  return actor === null ? [visitors, partyOfAddress(ip)] : [users, partyOf(actor)]
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
async function readInput<K extends CallName>(
  name: K,
  request: FastifyRequest,
  { reads, visitorReads }: CallTurns,
): Promise<Request<K>> {
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
  const [turn, party] = turnOf(request, reads, visitorReads)
  await turn.run(party, async () => request.routeOptions.config.admit?.(request, input))
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
