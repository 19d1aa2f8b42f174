import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  method: string
  url: string
  header: http.IncomingHttpHeaders
  body: Buffer
}

export interface FixtureServer {
  url: string
  received: Received[]
  close(): Promise<void>
}

const items = [
  { id: 'a', name: '教学大纲' },
  { id: 'b', name: '照片 一.jpg' },
  { id: 'c', name: '100% & more=1' },
]

type Answer = (received: Received, response: http.ServerResponse) => void

function json(response: http.ServerResponse, data: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(data))
}

/** The answers of the fixture's server, by path. */
const answers: Record<string, Answer> = {
  '/items': (_received, response) => json(response, items),
  '/echo': ({ method, url, header, body }, response) => {
    response.setHeader('x-request-id', 'r1').setHeader('set-cookie', ['a=1', 'b=2'])
    json(response, { method, url, header, body: body.toString('utf8') })
  },
  '/bytes': ({ body }, response) => void response.end(Buffer.from(body.map((byte) => byte + 1))),
  '/missing': (_received, response) => void response.writeHead(404).end('{"code":"not_found"}'),
  '/moved': (_received, response) => void response.writeHead(302, { location: '/items' }).end(),
  '/away': (_received, response) => void response.writeHead(302, { location: 'https://elsewhere.test/' }).end(),
  '/silent': () => undefined,
  '/talk': (_received, response) => void response.writeHead(200, { 'x-request-id': 'r1' }).write('abcd'),
  '/pieces': (_received, response) => void response.write('abcd', () => response.end()),
  '/pdf': (_received, response) =>
    void response.setHeader('content-length', 300_000).end(Buffer.alloc(300_000, '%PDF-1.7 ')),
  '/huge': (_received, response) => {
    response.writeHead(200, { 'content-length': 201 * 1024 * 1024 })
    response.write('x')
  },
}

/** A server on a free port that records what it receives. */
export async function startFixtureServer(): Promise<FixtureServer> {
  const received: Received[] = []
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = '', url = '', headers } = request
    const entry = { method, url, header: headers, body: Buffer.concat(parts) }
    received.push(entry)
    const answer = answers[url.split('?')[0] ?? '']
    if (answer) answer(entry, response)
    else response.writeHead(500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, received, close }
}
