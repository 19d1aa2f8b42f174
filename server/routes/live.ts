import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies'
import { invalidRequest, Refused } from '../errors'
import { authenticate, clientOf, contextOf, type SessionPorts } from '../http/authenticate'
import { placePattern } from '../live/subscriptions'
import { userOf } from '../http/handler'
import { partyOf } from '../http/turns'
import { settingsMark } from '../presenters/session/baseInfo'

const STREAM = 'text/event-stream'
/** most places per stream */
const MAX_PLACES = 10

interface EventsQuery {
  watch?: string | string[]
  client?: string
}

/**
 * `GET /api/events?watch=folder_12,frequent&client=k3x` (AH-20). Streams two things until the session ends: the watched places that others changed,
 * and the number of unread messages. A place that the user may not see is reported once the user may see the place. A client with the header
 * `X-Client: k3x` is not notified of its own changes, because it knows these from the answers. A refused stream gets one event `refused` instead of
 * an error status, because an EventSource cannot read error answers. The event's data is an error code or `too_many_streams`.
 * @param build the current version of the web client
 */
export function registerEvents(
  app: FastifyInstance,
  ports: SessionPorts & Pick<Dependencies, 'live'>,
  build: () => string,
): void {
  // Without a route for HEAD: its stream would never close.
  const options = { exposeHeadRoute: false }
  app.get<{ Querystring: EventsQuery }>('/api/events', options, async (request, reply) => {
    const isStreamAsked = request.headers.accept?.includes(STREAM)
    const refused = (reason: string) => startStream(reply).send(`event: refused\ndata: ${reason}\n\n`)
    const user = userOrRefusal(request)
    if (user instanceof Refused) {
      if (isStreamAsked) return refused(user.code)
      throw user
    }
    const { actor } = user
    const watch = request.query.watch ?? ''
    if (typeof watch !== 'string') throw invalidRequest('watch')
    const places = [...new Set(watch === '' ? [] : watch.split(','))]
    if (places.length > MAX_PLACES || !places.every((place) => placePattern.test(place))) throw invalidRequest('watch')
    let { enterprise } = actor
    const renew = async () => {
      try {
        const renewed = userOf(contextOf(request, await authenticate(request, ports))).actor
        enterprise = renewed.enterprise
        return renewed
      } catch (error) {
        if (error instanceof Refused) return null
        throw error
      }
    }
    const watcher = { ...actor, client: clientOf(actor, request.query.client) }
    const served = () => `${build()} ${settingsMark(enterprise)}`
    const stream = await ports.turns.streams.run(partyOf(actor), () => ports.live.watch(watcher, places, renew, served))
    if (stream) return startStream(reply).send(stream)
    return isStreamAsked ? refused('too_many_streams') : reply.code(429).send()
  })
  // Streams never end by themselves, and closing the server waits for open responses.
  app.addHook('preClose', () => ports.live.close())
}

function userOrRefusal({ context }: FastifyRequest) {
  try {
    return userOf(context)
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

function startStream(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-type', `${STREAM}; charset=utf-8`)
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
}
