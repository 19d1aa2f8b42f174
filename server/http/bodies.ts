import type { IncomingMessage } from 'node:http'

/** ms without a byte after which a connection is closed */
const STALL = 120_000
/** bytes read and discarded after a refusal, so that the sender receives the answer */
const DISCARDED = 64 * 1024 * 1024

/** Closes the connection of a silent sender. @returns a function that stops watching */
export function limitStall(request: IncomingMessage): () => void {
  const end = () => void request.destroy()
  request.setTimeout(STALL, end)
  return () => {
    request.setTimeout(0)
    request.off('timeout', end)
  }
}

/** Reads and discards the rest of a body, because a sender reads the answer only after sending. Closes the connection beyond `DISCARDED`. */
export function discardRest(request: IncomingMessage): void {
  let left = DISCARDED
  request.unpipe()
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
}
