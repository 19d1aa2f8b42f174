import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies'
import { invalidRequest, Refused } from '../errors'
import { authenticate, clientOf, contextOf } from '../http/authenticate'
import { placePattern } from '../live/subscriptions'
import { userOf } from '../http/handler'

const STREAM = 'text/event-stream'
/** places that one stream watches */
const MOST = 10

/**
 * `GET /api/events?watch=folder_12,frequent&client=k3x` (AH-20): tells a client, until its session ends, which of the places it watches
 * others changed, and how many messages are unread. A place that the user may not see is told of as soon as they may. What is done with the
 * header `X-Client: k3x` is not told to that client: it has the answers. Whoever asks for a stream is refused by one, since an
 * EventSource reads nothing else: `refused`, whose data is an error code or `too_many_streams`.
 * @param build the web client that is served now
 */
export function registerEvents(
  app: FastifyInstance,
  ports: Pick<Dependencies, 'db' | 'clock' | 'config' | 'live'>,
  build: () => string,
): void {
  app.get<{ Querystring: { watch?: string | string[]; client?: string } }>('/api/events', async (request, reply) => {
    const isStreamAsked = request.headers.accept?.includes(STREAM)
    const refused = (why: string) => startStream(reply).send(`event: refused\ndata: ${why}\n\n`)
    const user = usableUser(request)
    if (user instanceof Refused) {
      if (isStreamAsked) return refused(user.code)
      throw user
    }
    const { actor } = user
    const watch = request.query.watch ?? ''
    if (typeof watch !== 'string') throw invalidRequest('watch')
    const places = [...new Set(watch === '' ? [] : watch.split(','))]
    if (places.length > MOST || !places.every((place) => placePattern.test(place))) throw invalidRequest('watch')
    const renew = async () => {
      try {
        return userOf(contextOf(request, await authenticate(request, ports))).actor
      } catch (error) {
        if (error instanceof Refused) return null
        throw error
      }
    }
    const stream = await ports.live.watch(
      { ...actor, client: clientOf(actor, request.query.client) },
      places,
      renew,
      build,
    )
    if (stream) return startStream(reply).send(stream)
    return isStreamAsked ? refused('too_many_streams') : reply.code(429).send()
  })
  // Streams never end by themselves, and the server waits for its answers.
  app.addHook('preClose', () => ports.live.close())
}

function usableUser({ context }: FastifyRequest) {
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
