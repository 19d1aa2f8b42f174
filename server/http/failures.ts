import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '@/contract/errors'
import { invalidRequest, itemNotFound, Refused } from '../errors'
import { StreamCut } from '../storage/BlobStorage'
import { isCall } from './authenticate'
import { envelope, envelopeStatus } from './envelope'

/** Answers the address of a screen with the page; null when it is none, or nothing was built. */
export type ServePage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null

/** One envelope for every failure. */
export function registerFailures(app: FastifyInstance, servePage: ServePage): void {
  app.setErrorHandler((error: FastifyError | Refused, request, reply) => {
    if (error instanceof Refused) return refuse(error, request, reply)
    if (error.code === foreignKeyViolation) return refuse(itemNotFound(), request, reply)
    if (isBrokenOff(error, request)) {
      request.log.info({ err: error }, 'the client went away')
      return reply.code(400).send(envelope(invalidRequest(), request))
    }
    if (!isBadRequest(error)) {
      request.log.error(error, 'unexpected failure')
      return reply.code(500).send(envelope(new Refused('server_error'), request))
    }
    return isCall(request) ? refuse(invalidRequest(), request, reply) : notFound(request, reply)
  })
  app.setNotFoundHandler((request, reply) => servePage(request, reply) ?? notFound(request, reply))
}

/** @param status where an API maps refusals differently from the envelope */
export function refuse(
  refused: Refused,
  request: FastifyRequest,
  reply: FastifyReply,
  status = envelopeStatus(refused),
) {
  request.log.info({ code: refused.code, field: refused.detail.field }, 'refused')
  return reply.code(status).send(envelope(refused, request))
}

function notFound(request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send({ success: false, errors: {}, request_id: request.id } satisfies Refusal)
}

/** Whether the body ended because its sender went away: nobody hears the answer, and nothing is wrong here. */
function isBrokenOff(error: FastifyError, { raw }: FastifyRequest) {
  return raw.destroyed && !raw.complete && (error instanceof StreamCut || error.code === 'ECONNRESET')
}

/** What the request was about was purged between the question and the deed. */
const foreignKeyViolation = '23503'

/** Text with U+0000, or a number that no column holds: refused by PostgreSQL. */
const unstorable = new Set(['22021', '22003', '22P05'])

/** A body that is no JSON, too large, of another type: Fastify's own refusals. */
function isBadRequest({ statusCode = 500, code }: FastifyError) {
  return (statusCode >= 400 && statusCode < 500) || unstorable.has(code)
}
