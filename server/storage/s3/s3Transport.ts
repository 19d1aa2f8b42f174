import { createHash } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from './S3Settings'
import { isPlain } from './names'
import { element, S3Refusal, S3Unreachable, bytesOf } from './s3Answers'
import type { Spool } from './Spool'

/** Times of requests, in ms. */
export interface S3Times {
  /** Without a byte in either direction, after which a request is given up. */
  silence: number
  /** Before a failed request is sent again; doubles with each further time. */
  pause: number
}

export const s3Times: S3Times = { silence: 60_000, pause: 200 }
/** How often a request is sent at most. */
const ATTEMPTS = 4

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Below the bucket; '' for the bucket itself. Letters, digits and `/._-` only. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer | Spool
}

/** Codes of stores for a fault that may be over when the request is sent again. */
const passing = new Set(['RequestTimeout', 'SlowDown', 'InternalError', 'ServiceUnavailable', 'OperationAborted'])

/**
 * Signs requests to a bucket and sends them. Sends a request again after a fault that may be over. Bodies have a known length and a sha256, because
 * several clouds refuse pieces that are signed one by one (decisions 321).
 */
export class S3Transport {
  private readonly agent: http.Agent
  private readonly signingKeys = new Map<string, ArrayBuffer>()
  private readonly origin: URL

  constructor(
    private readonly config: S3Settings,
    private readonly times: S3Times,
  ) {
    // Another time than that of requests: otherwise Node leaves a used connection the time after which the store ends idle ones, often 5 s.
    const options = { keepAlive: true, scheduling: 'lifo', timeout: times.silence + 1 } as const
    this.origin = addressOf(config)
    this.agent = this.origin.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options)
  }

  /** The address of an object. */
  addressOf(key: string): string {
    return this.addressAt(key).href
  }

  /** @returns an answer whose body is not read yet @throws S3Refusal, S3Unreachable */
  async send(request: S3Request, signal?: AbortSignal): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.sendOnce(request, signal)
      } catch (error) {
        signal?.throwIfAborted()
        if (attempt === ATTEMPTS || !mayPass(error)) throw error instanceof S3Refusal ? error : new S3Unreachable(error)
      }
      // A random share, so that processes that failed together do not come back together.
      await sleep(this.times.pause * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal })
    }
  }

  /** Sends a request, and reads its answer as text. */
  async ask(request: S3Request): Promise<string> {
    return (await this.fetch(request)).toString()
  }

  /** Sends a request, and reads its answer. */
  async fetch(request: S3Request): Promise<Buffer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.send(request)
      try {
        return await bytesOf(answer)
      } catch (error) {
        if (attempt === ATTEMPTS) throw new S3Unreachable(error)
      }
    }
  }

  /** A refusal in the words of the store, without credentials: some stores repeat them. */
  refusal(status: number, xml: string, date?: string): S3Refusal {
    const { key, secret } = this.config
    const words = (name: string) =>
      (element(xml, name) ?? '').replaceAll(secret, '…').replaceAll(key, '…').slice(0, 300)
    return new S3Refusal(status, words('Code'), words('Message'), date)
  }

  close(): void {
    this.agent.destroy()
  }

  private async sendOnce(request: S3Request, signal?: AbortSignal): Promise<IncomingMessage> {
    const { method, body } = request
    const { url, headers } = await this.sign(request)
    const length = body === undefined ? 0 : Buffer.isBuffer(body) ? body.length : body.size
    // A store that is asked to create something expects a length, also of nothing.
    if (body !== undefined || method === 'PUT' || method === 'POST') headers['content-length'] = String(length)
    const { request: open } = url.protocol === 'https:' ? https : http
    const sent = open(url, { method, headers, agent: this.agent, signal, timeout: this.times.silence })
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      let received: IncomingMessage | undefined
      sent.once('response', (response) => resolve((received = response)))
      // Stays after the answer: a connection may fail at any time.
      sent.on('error', reject)
      sent.on('timeout', () => {
        // Bytes that nobody has read yet show that the reader is slow, not the store.
        if (received && received.readableLength > 0) return void sent.setTimeout(this.times.silence)
        sent.destroy(new Error(`the store sent nothing for ${this.times.silence} ms`))
      })
      if (body === undefined || Buffer.isBuffer(body)) return void sent.end(body)
      const source = body.read()
      source.once('error', (error) => sent.destroy(error))
      sent.once('close', () => source.destroy())
      source.pipe(sent)
    })
    if (answer.statusCode! >= 200 && answer.statusCode! < 300) return answer
    const refusal = await this.refusalOf(answer, method)
    // A store may refuse before it has read the body.
    if (!sent.writableFinished) sent.destroy()
    throw refusal
  }

  private async refusalOf(answer: IncomingMessage, method: string): Promise<S3Refusal> {
    // Some stores send a body after the answer of a HEAD, which would be read as the next answer of the connection.
    if (method === 'HEAD') answer.destroy()
    const xml = method === 'HEAD' ? '' : await bytesOf(answer).then(String, () => '')
    return this.refusal(answer.statusCode!, xml, answer.headers.date)
  }

  private addressAt(key: string): URL {
    if (!isPlain(key)) throw new Error(`${JSON.stringify(key)} is no name of an object`)
    const url = new URL(this.origin)
    if (key !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}/${key}`
    return url
  }

  private async sign({ method, key, query = {}, headers = {}, body }: S3Request) {
    const url = this.addressAt(key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const sha256 = body === undefined || Buffer.isBuffer(body) ? sha256Of(body ?? '') : body.sha256
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      accessKeyId: this.config.key,
      secretAccessKey: this.config.secret,
      region: this.config.region,
      service: 's3',
      cache: this.signingKeys,
    })
    const signed = await signer.sign()
    if (this.signingKeys.size > 4) this.signingKeys.clear()
    return { url: signed.url, headers: Object.fromEntries(signed.headers) }
  }
}

/** The address of the bucket. */
function addressOf({ url, bucket, isPathStyle }: S3Settings): URL {
  const address = new URL(url)
  if (isPathStyle) address.pathname = `${address.pathname.replace(/\/$/, '')}/${bucket}`
  else address.hostname = `${bucket}.${address.hostname}`
  return address
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof S3Refusal)) return true
  // 507 and 413: the store is full.
  return (error.status >= 500 && error.status !== 507) || error.status === 429 || passing.has(error.code)
}

function sha256Of(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
