import assert from 'node:assert/strict'
import http from 'node:http'
import { uploadReply } from '@/contract/uploads'
import type { Request } from '@/contract/api'
import type { ErrorCode } from '@/contract/errors'
import { Refusal } from '@/contract/errors'
import { checked, type Client } from '../client'

type Presign = Partial<Request<'POST /apps/files/presign_upload'>>

/** Uploads bytes as a file of the given name, by presign and raw body; returns the new item. */
export async function upload(client: Client, name: string, bytes: Uint8Array, options: Presign = {}) {
  const { upload_url } = await client.call('POST /apps/files/presign_upload', { file_size: bytes.length, ...options })
  const headers = { 'x-file-name': encodeURIComponent(name), 'content-length': String(bytes.length) }
  const { status, body } = await post(client, upload_url, [bytes], headers)
  assert.equal(status, 200, JSON.stringify(body))
  return checked(uploadReply, body, name).new_file
}

/** Sends a POST of the given pieces, with a Content-Length only if the headers contain one. */
export function post(
  client: Client,
  path: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { ...client.headers, ...headers }, agent: false as const }
    const request = http.request(new URL(path, client.url), options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) }),
      )
    })
    request.on('error', reject)
    void send(request, pieces).catch(reject)
  })
}

/** Fails unless the answer is a refusal with this code. */
export function refusedWith(answer: { status: number; body: unknown }, code: ErrorCode, status = 200): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  const [entry] = Object.values(checked(Refusal, answer.body, code).errors).flat()
  assert.equal(entry?.error_code, code)
  assert.notEqual(entry?.error_tr_msg, '')
}

/** A form as the mini-program sends it. */
export function form(parts: { field: string; value?: string; fileName?: string; bytes?: Uint8Array }[]) {
  const boundary = 'satchel-test-boundary'
  const pieces = parts.flatMap(({ field, value, fileName, bytes }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"${file}\r\n\r\n`),
      bytes ?? Buffer.from(value ?? ''),
      Buffer.from('\r\n'),
    ]
  })
  const end = Buffer.from(`--${boundary}--\r\n`)
  return { pieces: [...pieces, end], headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Retries until success or for 30 s; then fails as the last attempt did. */
export async function eventually<T>(look: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 30_000
  for (let pause = 20; ; pause = Math.min(80, pause * 1.2)) {
    try {
      return await look()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Code that awaits `opened` continues after `open()`. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

async function send(request: http.ClientRequest, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  for await (const piece of pieces) {
    if (request.destroyed) return
    if (!request.write(piece)) await drained(request)
  }
  request.end()
}

/** Also resolves when the connection is gone. */
function drained(request: http.ClientRequest) {
  return new Promise<void>((resolve) => {
    const done = () => {
      request.off('drain', done).off('close', done)
      resolve()
    }
    request.on('drain', done).on('close', done)
  })
}
