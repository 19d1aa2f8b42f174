import http from 'node:http'
import { createHash } from 'node:crypto'
import type { Request } from '@/contract/api'
import type { Client } from '../client'

export interface TusAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  /** The header `upload-offset`. */
  offset: number | undefined
  body: unknown
}

export type TusMethod = 'OPTIONS' | 'HEAD' | 'PATCH' | 'DELETE' | 'POST'

const basic = { 'tus-resumable': '1.0.0' }

/** Sends a request of tus and returns its answer. An empty header is omitted. @param limit ms until the request is aborted */
export function tus(
  client: Client,
  method: TusMethod,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array,
  limit = 600_000,
): Promise<TusAnswer> {
  return new Promise((resolve, reject) => {
    const request = openTus(client, method, path, {
      ...(body && { 'content-length': String(body.length) }),
      ...headers,
    })
    request.on('response', (response) => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('error', reject)
        .on('end', () => {
          const offset = response.headers['upload-offset']
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            offset: offset === undefined ? undefined : Number(offset),
            body: text === '' ? null : JSON.parse(text),
          })
        })
    })
    const timer = setTimeout(() => request.destroy(new Error('given up')), limit)
    request.on('error', reject).on('close', () => clearTimeout(timer))
    request.end(body)
  })
}

/** Starts a request whose body the test writes. */
export function openTus(
  client: Client,
  method: TusMethod,
  path: string,
  headers: Record<string, string> = {},
): http.ClientRequest {
  const all = Object.entries({ ...client.headers, ...basic, ...headers }).filter(([, value]) => value !== '')
  return http.request(new URL(path, client.url), { method, agent: false, headers: Object.fromEntries(all) })
}

const partHeaders = (offset: number) => ({
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
})

export function patch(
  client: Client,
  path: string,
  offset: number,
  body: Uint8Array,
  headers: Record<string, string> = {},
  limit?: number,
): Promise<TusAnswer> {
  return tus(client, 'PATCH', path, { ...partHeaders(offset), ...headers }, body, limit)
}

/** Starts a PATCH whose body the test writes. */
export function openPatch(client: Client, path: string, offset: number, length: number): http.ClientRequest {
  const request = openTus(client, 'PATCH', path, { ...partHeaders(offset), 'content-length': String(length) })
  request.on('error', () => undefined)
  return request
}

export async function offsetOf(client: Client, path: string): Promise<number | undefined> {
  return (await tus(client, 'HEAD', path)).offset
}

/** Presigns an upload; returns its id and address. */
export async function begin(
  client: Client,
  size: number,
  options: Partial<Request<'POST /apps/files/presign_upload'>> = {},
) {
  const input = { file_size: size, name: '文件.bin', ...options }
  const { tus_url: path, upload_id: id } = await client.call('POST /apps/files/presign_upload', input)
  return { path: path!, id: id! }
}

export function checksum(bytes: Uint8Array, algorithm: 'sha1' | 'sha256' = 'sha1') {
  return { 'upload-checksum': `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}` }
}
