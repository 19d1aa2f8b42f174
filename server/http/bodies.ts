import type { IncomingMessage } from 'node:http'

/** ms without a byte after which a sender is taken for gone */
const STALL = 120_000
/** bytes read and thrown away after a refusal, so that the sender hears the answer */
const DISCARDED = 64 * 1024 * 1024

/** Ends the connection of a sender who has fallen silent. @returns ends the watch */
export function watchSender(request: IncomingMessage): () => void {
  const end = () => void request.destroy()
  request.setTimeout(STALL, end)
  return () => {
    request.setTimeout(0)
    request.off('timeout', end)
  }
}

/** A sender hears the answer only when it may go on sending; somebody who sends without end is cut off. */
export function discardRest(request: IncomingMessage): void {
  let left = DISCARDED
  request.unpipe()
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
}
