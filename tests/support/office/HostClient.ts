import assert from 'node:assert/strict'
import http from 'node:http'
import type { Client } from '../client'
import type { PlayedOffice, Signing } from './PlayedOffice'

export interface HostAnswer {
  status: number
  headers: Record<string, string | undefined>
  bytes: Buffer
}

export interface HostRequest {
  method?: 'GET' | 'POST'
  /** behind the address of the file */
  path?: '' | '/contents'
  headers?: Record<string, string>
  body?: Uint8Array | AsyncIterable<Uint8Array>
  /** How the request is signed; null: not at all. */
  signing?: Signing | null
  /** Where the token is sent. */
  tokenIn?: 'address' | 'header' | 'both'
}

/** The fields of CheckFileInfo that tests read. */
export interface FileInfo {
  BaseFileName: string
  OwnerId: string
  UserId: string
  UserFriendlyName: string
  Size: number
  Version: string
  LastModifiedTime: string
  UserCanWrite: boolean
  UserCanRename: boolean
  UserCanNotWriteRelative: boolean
  ReadOnly: boolean
  SupportsLocks: boolean
  HostEditUrl: string
}

/** The requests of an office service for one file, for one user. */
export class HostClient {
  constructor(
    readonly office: PlayedOffice,
    /** WOPISrc */
    readonly source: string,
    readonly token: string,
  ) {}

  async send({
    method = 'GET',
    path = '',
    headers = {},
    body,
    signing = {},
    tokenIn = 'address',
  }: HostRequest = {}): Promise<HostAnswer> {
    const query = tokenIn === 'header' ? '' : `?access_token=${encodeURIComponent(this.token)}`
    const url = this.source + path + query
    const sent: Record<string, string> = {
      ...(signing === null ? {} : this.office.sign(url, this.token, signing)),
      ...(tokenIn === 'address' ? {} : { authorization: `Bearer ${this.token}` }),
      ...(body instanceof Uint8Array ? { 'content-length': String(body.length) } : {}),
      ...headers,
    }
    return new Promise((resolve, reject) => {
      const request = http.request(url, { method, headers: sent, agent: false }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as HostAnswer['headers'],
            bytes: Buffer.concat(parts),
          }),
        )
      })
      request.on('error', reject)
      void write(request, body).catch(reject)
    })
  }

  /** A call below the address of the file. */
  act(override: string, headers: Record<string, string> = {}, rest: HostRequest = {}): Promise<HostAnswer> {
    return this.send({ method: 'POST', ...rest, headers: { 'x-wopi-override': override, ...headers } })
  }

  async info(): Promise<FileInfo> {
    const { status, bytes } = await this.send()
    assert.equal(status, 200, bytes.toString())
    return JSON.parse(bytes.toString()) as FileInfo
  }

  read(headers: Record<string, string> = {}): Promise<HostAnswer> {
    return this.send({ path: '/contents', headers })
  }

  lock(lock: string, old?: string): Promise<HostAnswer> {
    return this.act('LOCK', { 'x-wopi-lock': lock, ...(old !== undefined && { 'x-wopi-oldlock': old }) })
  }

  put(text: string | Buffer, lock?: string, rest: HostRequest = {}): Promise<HostAnswer> {
    const headers = { 'x-wopi-override': 'PUT', ...(lock !== undefined && { 'x-wopi-lock': lock }), ...rest.headers }
    return this.send({ method: 'POST', path: '/contents', body: Buffer.from(text), ...rest, headers })
  }
}

async function write(request: http.ClientRequest, body: HostRequest['body']): Promise<void> {
  if (body === undefined || body instanceof Uint8Array) return void request.end(body)
  for await (const part of body) request.write(part)
  request.end()
}

export interface OpenedPage {
  status: number
  html: string
  policy: string
  /** The page of the service, from the form. */
  action: URL
  token: string
  expiresAt: number
}

/** Opens the page around the service, as a browser does. */
export async function openPage(user: Client, fileId: number): Promise<OpenedPage> {
  const answer = await fetch(`${user.url}/office/${fileId}`, { headers: user.headers, redirect: 'manual' })
  const html = await answer.text()
  const found = (pattern: RegExp) =>
    (pattern.exec(html)?.[1] ?? '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return {
    status: answer.status,
    html,
    policy: answer.headers.get('content-security-policy') ?? '',
    action: new URL(found(/action="([^"]*)"/) || 'about:blank'),
    token: found(/name="access_token" value="([^"]*)"/),
    expiresAt: Number(found(/name="access_token_ttl" value="([^"]*)"/)),
  }
}

/** Opens a file as a user does, and plays the service for the user. */
export async function editing(office: PlayedOffice, user: Client, fileId: number): Promise<HostClient> {
  const page = await openPage(user, fileId)
  assert.equal(page.status, 200, page.html)
  return new HostClient(office, page.action.searchParams.get('WOPISrc') ?? '', page.token)
}
