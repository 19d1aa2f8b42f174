import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Aborted when the connection is closed before the answer.
 * @param asked the request or, where that has a body and is over once it was read, the reply
 */
export function goneSignal({ raw }: { raw: IncomingMessage | ServerResponse }): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  else raw.once('close', () => controller.abort())
  return controller.signal
}
