import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Faults of a request; each comment states what server and client see. */
export const faults = [
  /** A part of the body arrives, then both connections end. */
  'cut',
  /** A part of the body arrives, then both connections are reset. */
  'reset',
  /** A part of the body arrives, then nothing, and nothing ends. */
  'stall',
  /** The server gets nothing, the client a 5xx. */
  'unavailable',
  /** The server executes the request, the client gets a 5xx. */
  'badGateway',
  /** The server executes the request, the client gets nothing. */
  'lostAnswer',
  /** The server gets the request twice at once. */
  'double',
  /** The server gets the request again, after later ones. */
  'late',
] as const
export type Fault = (typeof faults)[number]

interface Asked {
  method: string
  /** Path and query. */
  path: string
  headers: http.IncomingHttpHeaders
  body: Buffer
}

interface Answered {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

export interface FaultyProxy {
  url: string
  /** The upstream server; if it is down, the answer is 502. */
  target: string
  /** Number of requests per fault. */
  counts: Record<Fault, number>
  /** Resolves once every late copy was delivered. */
  deliverLate(): Promise<void>
  close(): Promise<void>
}

/** Maximum of connections kept open and silent; the oldest ends first. */
const SILENT = 20

/**
 * A proxy between client and server that inflicts network faults on requests.
 * @param choose the fault of a request; null: none
 * @param share where a body is cut: 0 to 1, called each time
 */
export async function startFaultyProxy(
  target: string,
  choose: (asked: Pick<Asked, 'method' | 'path'>) => Fault | null,
  share: () => number,
): Promise<FaultyProxy> {
  const counts = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>
  const late: { asked: Asked; after: number }[] = []
  const silent: http.ClientRequest[] = []
  const running = new Set<Promise<unknown>>()
  const server = http.createServer((request, response) => {
    const served = serve(request, response)
      .catch(() => response.destroy())
      .finally(() => running.delete(served))
    running.add(served)
  })

  async function serve(request: http.IncomingMessage, response: http.ServerResponse) {
    const { method = '', url: path = '', headers } = request
    const asked = { method, path, headers, body: await buffer(request) }
    const fault = choose(asked)
    if (fault) counts[fault] += 1
    await passBy()
    switch (fault) {
      case 'cut':
      case 'reset':
        await sendPart(asked, share(), fault)
        return void (fault === 'cut' ? response.destroy() : response.socket?.resetAndDestroy())
      case 'stall':
        return sendPart(asked, share(), fault)
      case 'unavailable':
        return void response.writeHead(503).end()
      case 'badGateway':
        await send(asked)
        return void response.writeHead(502).end()
      case 'lostAnswer':
        await send(asked)
        return void response.destroy()
      case 'double': {
        const [one, other] = await Promise.all([send(asked), send(asked)])
        return give(response, share() < 0.5 ? one : other)
      }
      case 'late':
        late.push({ asked, after: 1 + Math.floor(share() * 20) })
        break
      case null:
    }
    return give(response, await send(asked))
  }

  /** Late copies are also sent after a maximum wait. */
  async function passBy() {
    for (const waiting of late) waiting.after -= 1
    const due = late.filter(({ after }) => after <= 0)
    for (const waiting of due) late.splice(late.indexOf(waiting), 1)
    await Promise.all(due.map(({ asked }) => send(asked)))
  }

  function open({ method, path, headers }: Asked) {
    const { host: _host, connection: _connection, ...rest } = headers
    return http.request(new URL(path, proxy.target), { method, agent: false, headers: rest })
  }

  async function send(asked: Asked): Promise<Answered> {
    try {
      const request = open(asked)
      request.end(asked.body)
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      return { status: response.statusCode ?? 502, headers: response.headers, body: await buffer(response) }
    } catch {
      return { status: 502, headers: {}, body: Buffer.alloc(0) }
    }
  }

  async function sendPart(asked: Asked, part: number, end: 'cut' | 'reset' | 'stall') {
    const request = open(asked)
    request.on('error', () => undefined).on('response', (response) => response.resume().on('error', () => undefined))
    const closed = once(request, 'close').catch(() => undefined)
    request.flushHeaders()
    const first = asked.body.subarray(0, Math.floor(asked.body.length * part))
    await Promise.race([closed, new Promise((written) => request.write(first, written))])
    if (end === 'cut') request.destroy()
    else if (end === 'reset') request.socket?.resetAndDestroy()
    else silent.push(request)
    if (silent.length > SILENT) silent.shift()?.destroy()
  }

  const proxy: FaultyProxy = {
    url: '',
    target,
    counts,
    async deliverLate() {
      await Promise.all(late.splice(0).map(({ asked }) => send(asked)))
    },
    async close() {
      for (const request of silent) request.destroy()
      server.closeAllConnections()
      server.close()
      await Promise.all(running)
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

function give(response: http.ServerResponse, { status, headers, body }: Answered): void {
  const { 'transfer-encoding': _chunked, connection: _connection, ...rest } = headers
  response.writeHead(status, rest).end(body)
}
