import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenRefusal } from '@/contract/applications'
import { wordError } from '@/i18n/errors'
import { invalidRequest, Refused } from '../errors'
import { openCodes, ownStatus, subjectsOf } from './openCodes'

/**
 * Turns every refusal of the open platform into an answer: an HTTP status, `errors` with the platform's code and a message, and the request id that the
 * log also names.
 */
export function refuseOpen(refused: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, detail } = refused
  request.log.info({ code, field: detail.field }, 'refused')
  const { language, wording } = request.context
  const { status, sent } = answerOf(refused, request)
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="satchel"')
  return reply.code(status).send({
    errors: [
      {
        code: sent,
        msg: wordError(code, language, wording, detail.params),
        ...(detail.field !== undefined && { field: detail.field }),
      },
    ],
    request_id: request.id,
  } satisfies OpenRefusal)
}

/** The platform's code of a refusal. */
export function openCodeOf(refused: Refused, request: FastifyRequest): string {
  return answerOf(refused, request).sent
}

function answerOf(
  { code, detail }: Refused,
  { method, routeOptions: { url = '' } }: FastifyRequest,
): { status: number; sent: string } {
  const { reason, open } = detail
  if (reason === 'body') return { status: 400, sent: 'invalid_error' }
  const known = openCodes[code]
  if (!known) return { status: ownStatus[code] ?? 400, sent: code }
  if (open !== undefined) return { status: known.status, sent: open }
  const subjects = subjectsOf(method, url)
  if (open !== undefined) return { status: known.status, sent: open }
  const sent = typeof known.code === 'string' ? known.code : subjects ? known.code(subjects, detail) : code
  // Clients tell a request without a token from one with a wrong token.
  return { status: known.status, sent: reason === 'absent' ? 'unauthorized' : sent }
}

/** Answers every failure of the routes that `open` contains. A route of its own refuses unknown addresses (`routes/applications/calls.ts`). */
export function registerOpenFailures(open: FastifyInstance): void {
  open.setErrorHandler((error: FastifyError | Refused, request, reply) => {
    if (error instanceof Refused) return refuseOpen(error, request, reply)
    const { statusCode = 500, code } = error
    // Values that no column can store, and bodies that are no JSON, too large, or of another type.
    if (unstorable.has(code) || (statusCode >= 400 && statusCode < 500))
      return refuseOpen(invalidRequest(), request, reply)
    request.log.error(error, 'unexpected failure')
    return refuseOpen(new Refused('server_error'), request, reply)
  })
}

const unstorable = new Set(['22021', '22003', '22P05', '23503'])
