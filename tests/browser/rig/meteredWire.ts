import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Bytes that pass at once. */
const PIECE = 16 * 1024
const MEDIA = /\/representations\/download\?.*kind=(video|audio)/

/** A proxy before the server that counts the bytes of videos and sounds. */
export interface MeteredWire {
  url: string
  /** Bytes of videos and sounds that have passed. */
  bytes(): number
  /** `Range` of each request for videos and sounds, in order. */
  ranges: string[]
  close(): Promise<void>
}

interface Limits {
  /** Bytes of videos and sounds that may pass in all; then none of them gets more. */
  allowance?: number
  /** Bytes of videos and sounds per second, of all requests together. */
  rate?: number
}

export async function openMeteredWire(serverUrl: string, limits: Limits = {}): Promise<MeteredWire> {
  const { allowance = Infinity, rate = Infinity } = limits
  const ranges: string[] = []
  let bytes = 0
  /** When the network is free again, ms. */
  let free = 0

  async function pass(piece: Buffer, to: ServerResponse) {
    const whole = piece.subarray(0, Math.max(0, allowance - bytes))
    bytes += whole.length
    free = Math.max(free, Date.now()) + (whole.length / rate) * 1000
    if (rate !== Infinity) await delay(free - Date.now())
    if (whole.length > 0 && !to.destroyed && !to.write(whole)) await either(to, 'drain', 'close')
    // The connection stays open, so the browser does not learn that no more bytes follow.
    if (whole.length < piece.length) await either(to, 'close')
  }

  async function answer(from: IncomingMessage, to: ServerResponse) {
    const isMedia = MEDIA.test(from.url ?? '')
    if (isMedia) ranges.push(from.headers.range ?? 'whole')
    const far = ask(new URL(from.url ?? '/', serverUrl), { method: from.method, headers: from.headers })
    from.pipe(far)
    to.on('close', () => far.destroy())
    far.on('error', () => to.destroy())
    far.on('response', (reply) => {
      to.writeHead(reply.statusCode ?? 502, reply.rawHeaders)
      if (!isMedia) return void reply.pipe(to)
      void (async () => {
        for await (const piece of reply as AsyncIterable<Buffer>) {
          for (let at = 0; at < piece.length && !to.destroyed; at += PIECE)
            await pass(piece.subarray(at, at + PIECE), to)
        }
        to.end()
      })().catch(() => to.destroy())
    })
  }

  const server = createServer((from, to) => void answer(from, to))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    ranges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function either(stream: ServerResponse, ...names: string[]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const name of names) stream.off(name, done)
      resolve()
    }
    for (const name of names) stream.on(name, done)
    if (stream.destroyed) done()
  })
}
