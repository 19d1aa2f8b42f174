import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenRefusal } from '@/contract/applications'
import type { ErrorCode } from '@/contract/errors'
import { wordError } from '@/i18n/errors'
import { invalidRequest, Refused } from '../errors'

/** Status by code; all other codes are 400. */
const statusOf: Partial<Record<ErrorCode, number>> = {
  token_invalid: 401,
  client_invalid: 401,
  scope_missing: 403,
  origin_refused: 403,
  permission_denied: 403,
  personal_space_closed: 403,
  item_not_found: 404,
  item_is_deleted: 404,
  upload_address: 404,
  item_locked: 409,
  items_locked: 409,
  name_taken: 409,
  file_too_large: 413,
  quota_exceeded: 413,
  asked_too_often: 429,
  server_error: 500,
}

/**
 * Turns every refusal of the open platform into an answer: an HTTP status, `errors` with code and message, and the request id that the log also
 * names.
 */
export function refuseOpen(refused: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, detail } = refused
  request.log.info({ code, field: detail.field }, 'refused')
  const { language, wording } = request.context
  const status = detail.reason === 'address' ? 403 : (statusOf[code] ?? 400)
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="satchel"')
  return reply.code(status).send({
    errors: [
      {
        code,
        msg: wordError(code, language, wording, detail.params),
        ...(detail.field !== undefined && { field: detail.field }),
      },
    ],
    request_id: request.id,
  } satisfies OpenRefusal)
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
