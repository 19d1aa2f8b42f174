import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS } from './pageScripts'

/**
 * A proxy in front of a server. It replaces three abilities of Chromium's protocol that WebDriver does not have: scripts that run before those of
 * the page, a network that ends, and the language of the phone.
 */
export interface Front {
  readonly url: string
  /** Run at the beginning of each page. */
  scripts: string[]
  /** What pages and answers report, in the words of Chromium's console. */
  errors: string[]
  /** Bytes per second of a request's body. */
  uploadRate: number
  /** `accept-language` of each request. */
  locale: string
  /** Ends every connection, and refuses new ones until it is called with false. */
  setOffline(isOffline: boolean): Promise<void>
  close(): Promise<void>
}

/** A page of the front itself, on which cookies can be set before the first page of the server is loaded. */
export const BLANK = '/.blank'

export async function startFront(target: string): Promise<Front> {
  const sockets = new Set<Socket>()
  const server = http.createServer((request, response) => {
    if (request.url === BLANK) {
      response.setHeader('content-type', 'text/html')
      return void response.end('<!doctype html><link rel="icon" href="data:,">')
    }
    if (request.url === ERRORS) {
      response.end()
      return void text(request).then((error) => front.errors.push(error))
    }
    const { 'accept-encoding': _encoding, ...headers } = request.headers
    if (front.locale) headers['accept-language'] = front.locale
    const asked = http.request(new URL(request.url ?? '/', target), { method: request.method, headers, agent: false })
    asked.on('response', (answer) => {
      const status = answer.statusCode ?? 502
      if (status >= 400)
        front.errors.push(
          `console: Failed to load resource: the server responded with a status of ${status} (${request.url})`,
        )
      void give(answer, response)
    })
    asked.on('error', () => response.destroy())
    response.on('close', () => asked.destroy())
    void send(request, asked).catch(() => asked.destroy())
  })
  server.on('upgrade', (request: http.IncomingMessage, socket: Socket, first: Buffer) => {
    const { hostname, port } = new URL(target)
    const asked = connect(Number(port), hostname)
    const lines = [`${request.method} ${request.url} HTTP/1.1`]
    for (let at = 0; at < request.rawHeaders.length; at += 2)
      lines.push(request.rawHeaders.slice(at, at + 2).join(': '))
    asked.write(`${lines.join('\r\n')}\r\n\r\n`)
    asked.write(first)
    for (const [one, other] of [
      [socket, asked],
      [asked, socket],
    ] as const)
      one
        .on('error', () => other.destroy())
        .on('close', () => other.destroy())
        .pipe(other)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  async function send(request: http.IncomingMessage, asked: http.ClientRequest): Promise<void> {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      if (!asked.write(chunk)) await once(asked, 'drain')
      if (front.uploadRate < Infinity) await sleep((chunk.length / front.uploadRate) * 1000)
    }
    asked.end()
  }

  async function give(answer: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const isPage = /^text\/html/.test(answer.headers['content-type'] ?? '')
    if (!isPage || front.scripts.length === 0) {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      // Event streams say nothing for a while.
      response.flushHeaders()
      return void answer.on('error', () => response.destroy()).pipe(response)
    }
    const script = front.scripts.join('\n')
    const page = (await buffer(answer)).toString().replace(/<head[^>]*>/, (head) => `${head}<script>${script}</script>`)
    const { 'content-length': _length, 'transfer-encoding': _chunked, ...headers } = answer.headers
    const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
    const policy = headers['content-security-policy']
    if (typeof policy === 'string')
      headers['content-security-policy'] = policy.replace(/script-src/, `script-src ${hash}`)
    response.writeHead(answer.statusCode ?? 502, headers).end(page)
  }

  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  async function stop(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  const port = await listen(0)
  const front: Front = {
    url: `http://127.0.0.1:${port}`,
    scripts: [],
    errors: [],
    uploadRate: Infinity,
    locale: '',
    async setOffline(isOffline) {
      if (isOffline) await stop()
      else if (!server.listening) await listen(port)
    },
    close: stop,
  }
  return front
}
