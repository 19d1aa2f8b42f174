import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from '@sinclair/typebox'
import { invalidRequest, Refused } from '../errors'
import { validateBody } from './validators'

/**
 * Reads bodies as the clients of the open platform send them (OAPI-02): JSON with any parameters of its type, also empty or `null`, forms, and no body
 * at all. Other calls of the server keep their strict reader.
 */
export function registerOpenBodies(open: FastifyInstance): void {
  open.removeAllContentTypeParsers()
  const parse = open.getDefaultJsonParser('error', 'error')
  open.addContentTypeParser(/^application\/([\w.-]+\+)?json\b/i, { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text.trim() === '') return done(null, {})
    // Fastify's own error has a status; what the client wrote must not be in the answer.
    void parse(request, text, (error, parsed) =>
      error ? done(new Refused('invalid_request', { reason: 'body' })) : done(null, parsed),
    )
  })
  open.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  open.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    (body as string).trim() === '' ? done(null, {}) : done(new Refused('invalid_request', { reason: 'body' })),
  )
}

/**
 * The input of a request, as its schema describes it: the query, over it the body, over both the parameters of the path. Numbers and booleans may be
 * texts, optional fields null, and names spelt in camelCase or with underscores. Unknown fields are dropped.
 * @throws Refused invalid_request with the field
 */
export function readOpenInput(request: FastifyRequest, schema: TSchema): unknown {
  const sent = request.body ?? {}
  // The list of one call is its whole body.
  const body = Array.isArray(sent) && 'list' in (schema as TObject).properties ? { list: sent } : sent
  if (typeof body !== 'object' || Array.isArray(body)) throw invalidRequest()
  const given = { ...(request.query as object), ...body, ...(request.params as object) }
  const input = tolerated(schema, given)
  const validate = validateBody(schema)
  if (validate(input)) return input
  const [error] = validate.errors ?? []
  const missing = error?.params?.missingProperty
  throw invalidRequest(typeof missing === 'string' ? missing : error?.instancePath?.split('/')[1] || undefined)
}

/** A value with the types that a schema names, as far as its spelling leaves no doubt. */
function tolerated(schema: TSchema, value: unknown): unknown {
  switch (schema.type) {
    case 'object':
      return isObject(value) ? toleratedFields(schema as TObject, value) : value
    case 'array':
      return Array.isArray(value) ? value.map((each) => tolerated(schema.items as TSchema, each)) : value
    case 'integer':
    case 'number':
      return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
    case 'boolean':
      return booleans.get(value) ?? value
    case 'string':
      return typeof value === 'number' ? String(value) : value
    default:
      return value
  }
}

const booleans = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
])

function toleratedFields({ properties = {} }: TObject, given: Record<string, unknown>): Record<string, unknown> {
  const names = new Map(Object.keys(properties).map((name) => [plain(name), name]))
  const found: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const name = Object.hasOwn(properties, key) ? key : names.get(plain(key))
    // The exact spelling goes before another one.
    if (name === undefined || value === null || (name !== key && Object.hasOwn(given, name))) continue
    found[name] = tolerated(properties[name]!, value)
  }
  return found
}

function plain(name: string): string {
  return name.replace(/_/g, '').toLowerCase()
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The address of a request below `/api/v2` or `/oauth` without the doubled slashes that some clients write; other addresses stay, because the drive's
 * own are never written so.
 */
export function withoutDoubleSlashes(url: string): string {
  const [path = '', ...query] = url.split('?')
  const plainPath = path.replace(/\/{2,}/g, '/')
  return /^\/(api\/v2|oauth)\//.test(plainPath) ? [plainPath, ...query].join('?') : url
}
