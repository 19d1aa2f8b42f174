import type { IncomingMessage, ServerResponse } from 'node:http'

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

export interface BodyLimits {
  /** bytes of a body that is received in any case */
  small: number
  /** bytes of larger bodies in memory, per network and in total */
  ofNetwork: number
  ofAll: number
}

/** Counts the large bodies of calls. The server holds each of them in memory until it answers, however slowly its sender sends. */
export class LargeBodies {
  private readonly byNetwork = new Map<string, number>()
  private all = 0

  constructor(private readonly limits: BodyLimits) {}

  /** Counts a body until its request is answered. @returns false if it is too much */
  take(network: string, size: number, answer: ServerResponse): boolean {
    if (size <= this.limits.small) return true
    const held = (this.byNetwork.get(network) ?? 0) + size
    if (held > this.limits.ofNetwork || this.all + size > this.limits.ofAll) return false
    this.all += size
    this.byNetwork.set(network, held)
    answer.once('close', () => {
      this.all -= size
      const left = this.byNetwork.get(network)! - size
      if (left > 0) this.byNetwork.set(network, left)
      else this.byNetwork.delete(network)
    })
    return true
  }
}
