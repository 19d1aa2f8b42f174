import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { calls, type CallName, type Request } from '@/contract/api'
import { invalidRequest } from '../errors'
import type { Handler, Handlers } from './handler'

/** Every call of the contract has its handler: a missing one does not compile. */
export function registerCalls(app: FastifyInstance, handlers: Handlers<typeof calls>): void {
  for (const name of Object.keys(calls) as CallName[]) registerCall(app, name, handlers[name])
}

function registerCall<K extends CallName>(app: FastifyInstance, name: K, handler: Handler<K>) {
  const { method, url } = routeOf(name)
  app.route({
    method,
    url,
    async handler(request, reply) {
      const answer = await handler(request.context, readInput(name, request), request, reply)
      return { success: true, ...answer }
    },
  })
}

/** `GET /apps/files/file_list/{folderId}` → the route below `/api`. */
function routeOf(name: CallName): { method: HTTPMethods; url: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method: method as HTTPMethods, url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}` }
}

/** Query, path and body as the one object that the contract describes, checked and completed by Fastify's own Ajv. */
function readInput<K extends CallName>(name: K, request: FastifyRequest): Request<K> {
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
  const input = { ...(request.query as object), ...body, ...(request.params as object) }
  const validate = request.compileValidationSchema(calls[name].request)
  if (!validate(input)) throw invalidRequest(fieldOf(validate.errors?.[0]))
  return input as Request<K>
}

function fieldOf(error: { instancePath?: string; params?: { missingProperty?: unknown } } | undefined) {
  const missing = error?.params?.missingProperty
  const field = typeof missing === 'string' ? missing : error?.instancePath?.split('/')[1]
  return field || undefined
}
