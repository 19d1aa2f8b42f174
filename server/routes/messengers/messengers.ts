import type { FastifyRequest } from 'fastify'
import type { messengerCalls, MessengerKind } from '@/contract/messengers/messengers'
import type { PushKind } from '@/contract/push'
import { actorKey } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { askedTooOften, invalidRequest } from '../../errors'
import { isOwnOrigin } from '../../http/authenticate'
import { requireUser, type Handlers, type RequestContext } from '../../http/handler'
import { MinuteLimit } from '../../limits/MinuteLimit'
import { SharedMinuteLimit } from '../../limits/SharedMinuteLimit'
import { networkOf } from '../../remote/networkAddress'
import { grantOf, originOf, activeUser } from '../../http/viewers'
import { recordJoin } from '../../services/shares/groups'
import { privateMessage } from '../../services/shares/privateMessages'
import { requireVisitor } from '../../services/shares/visitors'
import { identify, templateOf } from '../../services/messengers/identities'
import { signPage } from '../../services/messengers/pageSignature'

/** Signatures per minute, for one user or one network: a school may share one address. */
const MAX_SIGNATURES = 600

/** Per minute: identifications and private messages of one user, and arrivals of one visitor. Each asks the messenger once. */
const MAX_IDENTITIES = 10

/** Arrivals per network and minute. Each arrival asks the messenger once, and a whole class may open a card together. */
const MAX_ARRIVALS = 200

/** Calls of pages and mini-programs for WeChat and WeCom. */
export function messengerRoutes(
  ports: Pick<Dependencies, 'messengers' | 'clock' | 'log' | 'config' | 'db' | 'sign'>,
): Handlers<typeof messengerCalls> {
  const limit = new MinuteLimit<string>(ports.clock, MAX_SIGNATURES)
  const identities = new SharedMinuteLimit<number>(ports, 'identities of messengers', MAX_IDENTITIES)
  const arrivals = new SharedMinuteLimit<string>(ports, 'arrivals per network', MAX_ARRIVALS)
  const visitorArrivals = new SharedMinuteLimit<string>(ports, 'arrivals', MAX_IDENTITIES)
  const signFor =
    (messenger: MessengerKind) =>
    async ({ actor }: RequestContext, { url }: { url: string }, request: FastifyRequest) => {
      if (!limit.tryCount(actor ? actorKey(actor) : networkOf(request.ip))) throw askedTooOften()
      return signPage(ports, messenger, ownPage(url, request, ports.config.baseUrl))
    }
  return {
    'POST /third_party/wechat/signature': signFor('wechat'),
    'POST /third_party/qy_wechat/signature': signFor('wecom'),

    'GET /v1/wechat_applet/templates': requireUser(async () => {
      const idOf = (kind: PushKind) => templateOf(ports.config, kind)?.id ?? ''
      return { first_visit: idOf('first_visit'), mention: idOf('mention'), invitation: idOf('invitation') }
    }),

    'POST /v1/wechat_applet/identify': requireUser(async ({ actor, session, language }, { type, code }) => {
      if (!(await identities.tryCount(actor.user.id))) throw askedTooOften()
      await identify(ports, { actor, sessionId: session.id, language }, { messenger: type, code })
      return {}
    }),

    'POST /v1/wechat_applet/arrive': async (context, { unique_name: uniqueName, ...sealed }, request) => {
      const asked = { uniqueName, grant: grantOf(request), user: activeUser(context), ...originOf(request) }
      const visitor = await requireVisitor(ports, asked)
      const isAllowed = await visitorArrivals.tryCount(actorKey(visitor))
      if (!isAllowed || !(await arrivals.tryCount(networkOf(request.ip)))) throw askedTooOften()
      await recordJoin(ports, visitor, { ...sealed, encryptedData: sealed.encrypted_data })
      return {}
    },

    'POST /v1/wechat_applet/private_message': requireUser(async ({ actor }, { share_link_id: id }) => {
      if (!(await identities.tryCount(actor.user.id))) throw askedTooOften()
      return { activity_id: await privateMessage(ports, actor, id) }
    }),
  }
}

/**
 * The address of one of our pages, as sent by the browser, without its fragment.
 * @throws Refused invalid_request for a foreign page, which could pass for ours with our signature
 */
function ownPage(url: string, request: FastifyRequest, baseUrl: string | null): string {
  const page = url.split('#', 1)[0]!
  const [origin = ''] = /^https?:\/\/[^/?\\@\s]+(?=[/?]|$)/.exec(page) ?? []
  if (!isOwnOrigin(origin, request, baseUrl)) throw invalidRequest('url')
  return page
}
