import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What happens to a request instead of passing it on. */
export type StoreFault =
  /** The store answers an error and does nothing. */
  | { refuse: number; code: string; message?: string; location?: string }
  /** The store does nothing, and answers 200 with this text. */
  | { answer: string }
  /** The connection breaks while the request is sent. */
  | 'cutRequest'
  /** The store executes the request; the connection breaks before the answer. */
  | 'loseAnswer'
  /** The store executes the request; the connection breaks after so many bytes of the answer's body. */
  | { cutAnswerAfter: number }
  /** The store executes the request; its answer stops after so many bytes of the body, and the connection stays. */
  | { stopAnswerAfter: number }
  /** The store executes the request; the answer has these headers instead of its own, or without a value lacks them. */
  | { headers: http.OutgoingHttpHeaders }
  /** The store accepts the request and never answers. */
  | 'stall'
  /** The store executes the request; its answer is changed. */
  | { alter: (body: string) => string }
  /** The store never sees these headers. */
  | { without: string[] }

export interface AskedStore {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingMessage['headers']
}

/** A proxy in front of an S3 store. Signatures stay valid, because the host of the request is passed on. */
export class FaultyStore {
  /** All requests since the last `reset`. */
  asked: AskedStore[] = []
  private fault: (asked: AskedStore, count: number) => StoreFault | null = () => null
  private readonly server: http.Server
  private readonly agent = new http.Agent()

  private constructor(private readonly target: string) {
    this.server = http.createServer((request, response) => {
      this.serve(request, response).catch(() => response.destroy())
    })
  }

  static async start(target: string): Promise<FaultyStore> {
    const store = new FaultyStore(target)
    store.server.listen(0, '127.0.0.1')
    await once(store.server, 'listening')
    return store
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Chooses the fault of each request. @param fault `count`: how often a request was asked, with this one */
  inflict(fault: (asked: AskedStore, count: number) => StoreFault | null): void {
    this.asked = []
    this.fault = fault
  }

  heal(): void {
    this.inflict(() => null)
  }

  /** The number of open connections of clients. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  }

  /** Ends all connections. */
  cut(): void {
    this.server.closeAllConnections()
  }

  async close(): Promise<void> {
    this.agent.destroy()
    this.server.closeAllConnections()
    await once(this.server.close(), 'close')
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request
    const asked = { method, path, headers }
    this.asked.push(asked)
    const count = this.asked.filter((other) => other.method === method && other.path === path).length
    const fault = this.fault(asked, count)
    if (fault === 'stall') return void request.resume()
    if (fault === 'cutRequest') {
      request.once('data', () => request.socket.resetAndDestroy())
      if (method === 'GET' || method === 'HEAD' || method === 'DELETE') request.socket.resetAndDestroy()
      return
    }
    if (fault !== null && typeof fault === 'object' && 'refuse' in fault) {
      await buffer(request)
      const { message = 'as the test wants' } = fault
      const xml = `<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>${message}</Message></Error>`
      const { location } = fault
      const headers = { 'content-type': 'application/xml', ...(location === undefined ? {} : { location }) }
      return void response.writeHead(fault.refuse, headers).end(xml)
    }
    if (fault !== null && typeof fault === 'object' && 'answer' in fault) {
      await buffer(request)
      return void response.writeHead(200, { 'content-length': Buffer.byteLength(fault.answer) }).end(fault.answer)
    }
    const hidden = fault !== null && typeof fault === 'object' && 'without' in fault ? fault.without : []
    const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => !hidden.includes(name)))
    await this.pass(request, response, passed, fault)
  }

  private async pass(
    request: IncomingMessage,
    response: ServerResponse,
    headers: http.OutgoingHttpHeaders,
    fault: StoreFault | null,
  ): Promise<void> {
    const { method, url: path = '' } = request
    const sent = http.request(new URL(path, this.target), { method, headers, agent: this.agent })
    // Swift sends a body after the answer of a HEAD.
    sent.on('error', () => undefined)
    request.pipe(sent)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    response.once('close', () => sent.destroy())
    const { 'transfer-encoding': _chunked, connection: _connection, ...sentHeaders } = answer.headers
    const changed = fault !== null && typeof fault === 'object' && 'headers' in fault ? fault.headers : {}
    const rest = Object.fromEntries(
      Object.entries({ ...sentHeaders, ...changed }).filter(([, value]) => value !== undefined),
    )
    if (method === 'HEAD') {
      answer.destroy()
      return void response.writeHead(answer.statusCode!, rest).end()
    }
    if (fault === 'loseAnswer') {
      await buffer(answer)
      return void request.socket.destroy()
    }
    if (fault !== null && typeof fault === 'object' && 'alter' in fault) {
      const body = fault.alter((await buffer(answer)).toString())
      return void response
        .writeHead(answer.statusCode!, { ...rest, 'content-length': Buffer.byteLength(body) })
        .end(body)
    }
    response.writeHead(answer.statusCode!, rest)
    if (fault !== null && typeof fault === 'object' && 'cutAnswerAfter' in fault) {
      const bytes = (await buffer(answer)).subarray(0, fault.cutAnswerAfter)
      return void response.write(bytes, () => request.socket.destroy())
    }
    if (fault !== null && typeof fault === 'object' && 'stopAnswerAfter' in fault)
      return void response.write((await buffer(answer)).subarray(0, fault.stopAnswerAfter))
    answer.pipe(response)
  }
}
