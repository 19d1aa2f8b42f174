import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorEntry, Errors, Refusal } from '@/contract/errors'
import { wordError } from '@/i18n/errors'
import type { ServePage } from './page'
import { errorTypes, invalidRequest, itemNotFound, kindOf, Refused } from '../errors'

/** One envelope for every failure (1§8, decisions 40, 41). */
export function registerFailures(app: FastifyInstance, servePage: ServePage): void {
  app.setErrorHandler((error: FastifyError | Refused, request, reply) => {
    if (error instanceof Refused) return refuse(error, request, reply)
    if (error.code === foreignKeyViolation) return refuse(itemNotFound(), request, reply)
    if (!isBadRequest(error)) {
      request.log.error(error, 'unexpected failure')
      return reply.code(500).send(refusal(new Refused('server_error'), request))
    }
    return request.url.startsWith('/api/') ? refuse(invalidRequest(), request, reply) : notFound(request, reply)
  })
  app.setNotFoundHandler((request, reply) => servePage(request, reply) ?? notFound(request, reply))
}

function refuse(refused: Refused, request: FastifyRequest, reply: FastifyReply) {
  request.log.info({ code: refused.code, field: refused.detail.field }, 'refused')
  return reply.code(refused.status).send(refusal(refused, request))
}

function notFound(request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send({ success: false, errors: {}, request_id: request.id } satisfies Refusal)
}

/** What the request was about was purged between the question and the deed. */
const foreignKeyViolation = '23503'

/** Text with U+0000, or a number that no column holds: refused by PostgreSQL. */
const unstorable = new Set(['22021', '22003', '22P05'])

/** A body that is no JSON, too large, of another type: Fastify's own refusals. */
function isBadRequest({ statusCode = 500, code }: FastifyError) {
  return (statusCode >= 400 && statusCode < 500) || unstorable.has(code)
}

function refusal({ code, detail }: Refused, request: FastifyRequest): Refusal {
  const { language, wording } = request.context
  const entry: ErrorEntry = {
    error_code: code,
    error_tr_msg: wordError(code, language, wording, detail.params),
    ...(errorTypes[code] !== undefined && { error_type: errorTypes[code] }),
    ...(detail.field !== undefined && { field: detail.field }),
    ...(detail.redirect !== undefined && { redirect: detail.redirect }),
  }
  return {
    success: false,
    errors: errorsOf(kindOf[code], entry),
    ...(detail.errorType !== undefined && { error_type: detail.errorType }),
    request_id: request.id,
  }
}

function errorsOf(kind: keyof Errors, entry: ErrorEntry): Errors {
  return kind === 'validation_errors' || kind === 'external_errors' ? { [kind]: [entry] } : { [kind]: entry }
}
