import type { FastifyInstance } from 'fastify'
import type { Readiness } from './Readiness'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Balancers ask under any host name, and learn nothing but whether the server works. */
    isProbe?: boolean
  }
}

/** Answers balancers and supervisors: `/healthz` while the process runs, `/readyz` while it can answer requests. */
export function registerProbes(app: FastifyInstance, readiness: Readiness): void {
  // Such requests come every few seconds, so the log holds only their failures.
  const options = { config: { isProbe: true }, logLevel: 'warn' } as const
  app.get('/healthz', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', options, async (_request, reply) => {
    const answer = await readiness.ask()
    return reply
      .code(answer.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(answer)
  })
  // A balancer must not send further requests over a connection that is closed soon.
  app.addHook('onSend', async (_request, reply, payload) => {
    if (readiness.isOff) reply.header('connection', 'close')
    return payload
  })
}
