import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '@/contract/errors'
import { invalidRequest, itemNotFound, Refused } from '../errors'
import { StreamAborted } from '../storage/BlobStorage'
import { isCall } from './authenticate'
import { envelope, envelopeStatus } from './envelope'

/** Answers the address of a screen with the page; null for other addresses, or when no client was built. */
export type ServePage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null

/** Answers every failure with one envelope. */
export function registerFailures(app: FastifyInstance, servePage: ServePage): void {
  app.setErrorHandler(async (error: FastifyError | Refused, request, reply) => {
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
    return isCall(request) ? refuse(await refusalOf(request), request, reply) : notFound(request, reply)
  })
  app.setNotFoundHandler((request, reply) => servePage(request, reply) ?? notFound(request, reply))
}

/** The refusal of a call whose body cannot be read. The sender's own refusal is first (decisions 61). */
async function refusalOf(request: FastifyRequest): Promise<Refused> {
  try {
    await request.routeOptions.config.admit?.(request, {})
    return invalidRequest()
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

/** @param status for an API that maps refusals differently from the envelope */
export function refuse(
  refused: Refused,
  request: FastifyRequest,
  reply: FastifyReply,
  status = envelopeStatus(refused),
) {
  request.log.info({ code: refused.code, field: refused.detail.field }, 'refused')
  return reply.code(status).send(envelope(refused, request))
}

/** Answers that nothing has this address. */
export function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ success: false, errors: {}, request_id: request.id } satisfies Refusal)
}

/** Whether the body ended because the sender disconnected. Nobody receives the answer, and the server is not at fault. */
function isBrokenOff(error: FastifyError, { raw }: FastifyRequest) {
  return raw.destroyed && !raw.complete && (error instanceof StreamAborted || error.code === 'ECONNRESET')
}

/** PostgreSQL's code for a reference to a missing row: somebody purged the row between the check and the change. */
const foreignKeyViolation = '23503'

/** PostgreSQL refuses text with U+0000 and numbers that do not fit a column. */
const unstorable = new Set(['22021', '22003', '22P05'])

/** Also true for Fastify's own refusals: a body that is no JSON, too large, or of another type. */
function isBadRequest({ statusCode = 500, code }: FastifyError) {
  return (statusCode >= 400 && statusCode < 500) || unstorable.has(code)
}
