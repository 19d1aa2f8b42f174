import assert from 'node:assert/strict'
import {
  openCalls,
  OpenRefusal,
  scopes as allScopes,
  type OpenCallName,
  type OpenReply,
  type OpenRequest,
  type Scope,
} from '@/contract/applications'
import type { ErrorCode } from '@/contract/errors'
import { TokenReply, type AllowedGrant } from '@/contract/grants'
import type { OpenErrorCode } from '@/contract/openErrorCodes'
import type { UserRow } from '../../../server/database/tables'
import { createApplication } from '../../../server/services/administration/applications'
import type { ClientCredentials } from '../../../server/queries/applications/tokens'
import { findUser } from '../../../server/queries/session/sessions'
import { checked } from '../client'
import type { TestServer } from '../testServer'

export const ORIGIN = 'https://app.example'

interface Made {
  scopes?: readonly Scope[]
  origins?: readonly string[]
  /** ids */
  users?: readonly number[] | 'all'
  redirectUris?: readonly string[]
  grants?: readonly AllowedGrant[]
}

/** An application that an administrator created. */
export async function makeApplication(
  { deps }: TestServer,
  administrator: UserRow,
  { scopes = allScopes, origins = [ORIGIN], users = 'all', ...rest }: Made = {},
): Promise<ClientCredentials> {
  const actor = await findUser(deps.db, administrator.id)
  return createApplication(deps, actor!, { name: 'Lessons', origins, scopes, users, ...rest })
}

/** Plays the server of an application. */
export class OpenClient {
  /** Sent with every request; a test may change them. */
  headers: Record<string, string> = {}

  constructor(
    readonly url: string,
    token?: string,
  ) {
    if (token !== undefined) this.headers.authorization = `Bearer ${token}`
  }

  /** Requests a token through the real route, as a form. */
  async tokenAnswer({ clientId, secret }: ClientCredentials, asked: Record<string, string>): Promise<Response> {
    return fetch(`${this.url}/oauth/token`, {
      method: 'POST',
      headers: { ...this.headers, authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...asked }),
    })
  }

  async token(credentials: ClientCredentials, user: UserRow, asked: Record<string, string> = {}): Promise<string> {
    const answer = await this.tokenAnswer(credentials, { user: user.login, ...asked })
    const body: unknown = await answer.json()
    assert.equal(answer.status, 200, JSON.stringify(body))
    return checked(TokenReply, body, 'POST /oauth/token').access_token
  }

  /** Makes a call that must succeed; checks the answer against the contract. */
  async call<K extends OpenCallName>(name: K, input: OpenRequest<K>, headers = {}): Promise<OpenReply<K>> {
    const answer = await this.send(name, input, headers)
    const body: unknown = await answer.json()
    assert.equal(answer.status, 200, JSON.stringify(body))
    return checked(openCalls[name].reply, body, name) as OpenReply<K>
  }

  /** Makes a call that must be refused with this status and code. */
  async refused(name: OpenCallName, input: object, status: number, code: OpenErrorCode | ErrorCode, headers = {}) {
    return refusedWith(await this.send(name, input, headers), status, code)
  }

  send(name: OpenCallName, input: object, headers = {}): Promise<Response> {
    const [method = '', template = ''] = name.split(' ')
    const rest = { ...input } as Record<string, unknown>
    const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) => {
      const value = String(rest[parameter])
      delete rest[parameter]
      return encodeURIComponent(value)
    })
    const isGet = method === 'GET'
    const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]))
    return fetch(`${this.url}/api${path}${isGet ? `?${query}` : ''}`, {
      method,
      headers: { ...(!isGet && { 'content-type': 'application/json' }), ...this.headers, ...headers },
      ...(!isGet && { body: JSON.stringify(rest) }),
    })
  }

  /** Posts a file to its announced address, as a form. */
  post(presignUrl: string, content: string | Blob, fields: Record<string, string> = {}): Promise<Response> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', typeof content === 'string' ? new Blob([content]) : content, 'sent.txt')
    return fetch(presignUrl, { method: 'POST', body: form })
  }
}

export async function refusedWith(answer: Response, status: number, code: OpenErrorCode | ErrorCode) {
  const body: unknown = await answer.json()
  assert.equal(answer.status, status, JSON.stringify(body))
  const [error] = checked(OpenRefusal, body, 'refusal').errors
  assert.equal(error?.code, code)
  assert.notEqual(error.msg, '')
}
