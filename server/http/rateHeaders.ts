import type { FastifyInstance, FastifyRequest } from 'fastify'
import { askedTooOften } from '../errors'
import type { SharedMinuteLimit } from '../limits/SharedMinuteLimit'

declare module 'fastify' {
  interface FastifyRequest {
    /** The limit that the answer's headers describe; null before one applies. */
    rate: { limit: SharedMinuteLimit<string>; key: string } | null
  }
}

/** Adds the rate headers of the open platform to every answer, also to refusals: the limit, what is left of it, and seconds until it is whole again. */
export function registerRateHeaders(open: FastifyInstance): void {
  open.decorateRequest('rate', null)
  open.addHook('onSend', async (request, reply) => {
    if (!request.rate) return
    const { most, left, seconds } = request.rate.limit.stateOf(request.rate.key)
    reply
      .header('x-rate-limit-limit', most)
      .header('x-rate-limit-remaining', left)
      .header('x-rate-limit-reset', seconds)
  })
}

/** Counts a request under a limit. @throws Refused asked_too_often */
export async function countRate(request: FastifyRequest, limit: SharedMinuteLimit<string>, key: string): Promise<void> {
  request.rate = { limit, key }
  if (!(await limit.tryCount(key))) throw askedTooOften()
}
