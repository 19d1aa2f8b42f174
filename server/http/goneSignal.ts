import type { FastifyRequest } from 'fastify'

/** Aborted when the connection is closed before the answer. */
export function goneSignal({ raw }: Pick<FastifyRequest, 'raw'>): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  else raw.once('close', () => controller.abort())
  return controller.signal
}
