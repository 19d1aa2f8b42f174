import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A signal that aborts when the connection closes before the answer.
 * @param asked the request; the reply when the request has a body, because such a request closes once its body is read
 */
export function disconnectSignal({ raw }: { raw: IncomingMessage | ServerResponse }): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  else raw.once('close', () => controller.abort())
  return controller.signal
}
