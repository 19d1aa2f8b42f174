import type { IncomingMessage } from 'node:http'
import { types } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Api, Device, Options } from '../Device'
import { type Network, type Order, readAll } from '../Network'
import { WxFailure } from '../WxFailure'

/** There is no PATCH. */
const methods = ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'TRACE', 'CONNECT']

/** Header names in lower case; `referer` is WeChat's own and cannot be set. */
export function requestHeader(header: unknown): Record<string, string> {
  const given = Object.entries((header ?? {}) as Options).map(
    ([name, value]) => [name.toLowerCase(), String(value)] as const,
  )
  return Object.fromEntries([['user-agent', 'MicroMessenger'], ...given.filter(([name]) => name !== 'referer')])
}

/** Header names as iPhones spell them (`Content-Type`), because code that compares them must ignore case. */
export function responseHeader(response: IncomingMessage): Record<string, string> {
  const capital = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [capital(name), String(value)]))
}

function formEncoded(data: object): string {
  return Object.entries(data)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&')
}

function bodyBytes(data: unknown, contentType: string): Buffer {
  if (types.isArrayBuffer(data)) return Buffer.from(data)
  if (typeof data === 'string') return Buffer.from(data)
  if (types.isArrayBufferView(data))
    throw new WxFailure('parameter error: data should be String, Object or ArrayBuffer, not a view of one')
  return Buffer.from(contentType.includes('x-www-form-urlencoded') ? formEncoded(data as object) : JSON.stringify(data))
}

function withQuery(url: string, data: unknown): string {
  if (data === null || typeof data !== 'object') return url
  const query = formEncoded(data)
  if (!query) return url
  return url + (url.includes('?') ? '&' : '?') + query
}

/** The order for one call of `wx.request`. Throws when WeChat would refuse the call before sending. */
function requestOrder(options: Options, stop: AbortController): Order {
  const method = String(options.method ?? 'GET').toUpperCase()
  if (!methods.includes(method)) throw new WxFailure(`parameter error: method should be one of ${methods.join(', ')}`)
  const header = { 'content-type': 'application/json', 'accept-encoding': 'gzip', ...requestHeader(options.header) }
  const order = { kind: 'request' as const, method, header, stop, followRedirects: options.redirect !== 'manual' }
  const timeout = options.timeout as number | undefined
  if (method === 'GET' || method === 'HEAD')
    return { ...order, timeout, url: withQuery(String(options.url), options.data) }
  if (options.data === undefined || options.data === null) return { ...order, timeout, url: String(options.url) }
  const bytes = bodyBytes(options.data, header['content-type'])
  return { ...order, timeout, url: String(options.url), body: { length: bytes.length, chunks: () => [bytes] } }
}

function parsed(bytes: Buffer, options: Options, device: Device): unknown {
  if (options.responseType === 'arraybuffer') return device.realm.toBuffer(bytes)
  const text = bytes.toString('utf8')
  if ((options.dataType ?? 'json') !== 'json') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Halves of the network's pieces, because code that reads pieces must not depend on where they are cut. */
async function* pieces(response: IncomingMessage): AsyncGenerator<Buffer> {
  for await (const part of response as AsyncIterable<Buffer>) {
    const middle = part.length >> 1
    yield part.subarray(0, middle)
    yield part.subarray(middle)
  }
}

/**
 * `wx.request`: any HTTP status reaches `success`. The whole answer is held in memory, or with `enableChunked` delivered in pieces as it arrives;
 * some iPhones deliver pieces only to the last of such requests.
 */
export function requestFamily(device: Device, network: Network): Api {
  const hasPieces = !device.options.lacks?.includes('onChunkReceived')
  let last: unknown
  const request = (options: Options) => {
    const stop = new AbortController()
    const headersReceived = device.signal('HeadersReceived')
    const chunkReceived = device.signal('ChunkReceived')
    const isInPieces = options.enableChunked === true && hasPieces
    if (isInPieces) last = stop
    const consume = async (response: IncomingMessage) => {
      const header = responseHeader(response)
      const cookies = response.headers['set-cookie'] ?? []
      const { statusCode } = response
      headersReceived.emit({ header, cookies, statusCode })
      if (isInPieces) {
        for await (const piece of pieces(response))
          if (last === stop) chunkReceived.emit({ data: device.realm.toBuffer(piece) })
        return { data: '', statusCode, header, cookies }
      }
      const raw = await readAll(response)
      const bytes = response.headers['content-encoding'] === 'gzip' && raw.length ? gunzipSync(raw) : raw
      return { data: parsed(bytes, options, device), statusCode, header, cookies }
    }
    const outcome = Promise.resolve().then(() => network.exchange(requestOrder(options, stop), consume))
    device.callBack('request', options, outcome)
    const abort = () => stop.abort(new WxFailure('abort'))
    return device.realm.toApp({ abort, ...headersReceived.api, ...(hasPieces && chunkReceived.api) })
  }
  return { request }
}
