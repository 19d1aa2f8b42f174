import http from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { NetworkType } from './options'
import type { SentRequest, Trace } from './Trace'
import { WxFailure } from './WxFailure'

/** WeChat's limit of parallel requests, uploads and downloads included. */
const parallelLimit = 10
const redirectLimit = 5
/** ms */
const defaultTimeout = 60_000

export interface Order {
  kind: SentRequest['kind']
  method: string
  url: string
  header: Record<string, string>
  body?: { length: number; chunks: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array> }
  /** ms */
  timeout?: number
  followRedirects: boolean
  /** Ends the request from outside; the signal's reason becomes the failure. */
  stop: AbortController
}

/** The way out of the phone: one permitted origin, a limit, a switch. */
export class Network {
  type: NetworkType = 'wifi'
  private readonly agent = new http.Agent({ keepAlive: true })
  private readonly running = new Set<Order>()
  private readonly host: string

  constructor(
    private readonly origin: string,
    private readonly serverUrl: string,
    private readonly trace: Trace,
  ) {
    this.host = new URL(origin).host
  }

  /** Sends one order and passes the answer to `consume`; fails with a WxFailure. Its slot is free when both have finished. */
  async exchange<T>(order: Order, consume: (response: http.IncomingMessage) => Promise<T>): Promise<T> {
    const entry: SentRequest = {
      kind: order.kind,
      method: order.method,
      url: order.url,
      header: order.header,
      status: null,
      failure: null,
    }
    this.trace.requests.push(entry)
    const timer = setTimeout(
      () => order.stop.abort(new WxFailure('timeout', { errno: 5 })),
      order.timeout ?? defaultTimeout,
    )
    try {
      this.admit(order)
      const response = await this.follow(order, order.url, order.method, redirectLimit)
      entry.status = response.statusCode ?? null
      return await consume(response)
    } catch (error) {
      const failure = this.explain(order, error)
      entry.failure = failure.reason
      throw failure
    } finally {
      clearTimeout(timer)
      this.running.delete(order)
    }
  }

  /** Ends all running requests, as losing the network or a long stay in the background does. */
  interrupt(reason: string): void {
    for (const order of this.running) order.stop.abort(new WxFailure(reason))
  }

  setType(type: NetworkType): void {
    this.type = type
    if (type === 'none') this.interrupt('net::ERR_INTERNET_DISCONNECTED')
  }

  /** Fetches as `<image>` does: neither headers nor cookies. Refuses addresses that WeChat would not find. */
  async fetchMedia(url: string): Promise<{ status: number; header: http.IncomingHttpHeaders; body: Buffer }> {
    if (!this.isPermitted(url))
      throw new Error(`not an address of ${this.origin}: ${url} (a relative one names a file of the package)`)
    const order: Order = {
      kind: 'request',
      method: 'GET',
      url,
      header: {},
      followRedirects: true,
      stop: new AbortController(),
    }
    const response = await this.follow(order, url, 'GET', redirectLimit)
    return { status: response.statusCode ?? 0, header: response.headers, body: await readAll(response) }
  }

  close(): void {
    this.interrupt('interrupted')
    this.agent.destroy()
  }

  private isPermitted(url: string): boolean {
    return URL.canParse(url) && new URL(url).origin === this.origin
  }

  private admit(order: Order): void {
    if (!URL.canParse(order.url)) throw new WxFailure(`invalid url "${order.url}"`)
    if (!this.isPermitted(order.url)) throw new WxFailure('url not in domain list', { errno: 600002 })
    if (this.running.size >= parallelLimit)
      throw new WxFailure(`exceed max concurrent: more than ${parallelLimit} at once`)
    if (this.type === 'none') throw new WxFailure('net::ERR_INTERNET_DISCONNECTED')
    this.running.add(order)
  }

  private explain(order: Order, error: unknown): WxFailure {
    const { signal } = order.stop
    if (signal.aborted && signal.reason instanceof WxFailure) return signal.reason
    if (error instanceof WxFailure) return error
    return new WxFailure(error instanceof Error ? error.message : String(error))
  }

  private async follow(order: Order, url: string, method: string, left: number): Promise<http.IncomingMessage> {
    const response = await this.connect(order, url, method)
    const { location } = response.headers
    const moved = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0) && location && order.followRedirects
    if (!moved) return response
    response.resume()
    const target = new URL(location, url).href
    if (left === 0) throw new WxFailure('too many redirects')
    if (!this.isPermitted(target)) throw new WxFailure(`redirected to ${target}: url not in domain list`)
    const keepsMethod = response.statusCode === 307 || response.statusCode === 308 || method === 'HEAD'
    return this.follow(order, target, keepsMethod ? method : 'GET', left - 1)
  }

  private connect(order: Order, url: string, method: string): Promise<http.IncomingMessage> {
    const target = this.serverUrl + url.slice(this.origin.length)
    const body = method === 'GET' || method === 'HEAD' ? undefined : order.body
    const length = body ? { 'content-length': String(body.length) } : {}
    const headers = { ...order.header, ...length, host: this.host }
    return new Promise((resolve, reject) => {
      const outgoing = http.request(target, { method, headers, agent: this.agent, signal: order.stop.signal })
      outgoing.on('response', resolve)
      outgoing.on('error', reject)
      if (body) pipeline(Readable.from(body.chunks()), outgoing).catch(reject)
      else outgoing.end()
    })
  }
}

/** The whole body of an answer. */
export async function readAll(response: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
