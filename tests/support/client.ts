import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import type { Static, TSchema } from '@sinclair/typebox'
import { calls, type CallName, type Reply, type Request } from '@/contract/api'
import { Refusal } from '@/contract/errors'
import type { ErrorCode } from '@/contract/errors'
import { exchange } from './exchange'

export const password = 'correct horse'

export interface Answer {
  status: number
  body: unknown
  headers: Headers
}

/** The kind of client that a test plays: a browser with a cookie, or the mini-program with its token. */
type Manner = 'cookie' | 'token'

/** A client without a session. */
export function client(server: { url: string }) {
  const visitor = new Client(server.url)
  return {
    visitor,
    /** Signs in through the real route, as a browser does. */
    as: (login: string, secret = password) => visitor.signIn(login, secret, 'cookie'),
    /** Signs in as the mini-program does. */
    asApplet: (login: string, secret = password) => visitor.signIn(login, secret, 'token'),
  }
}

/** Calls that answer new tokens for the session. */
type Renewing = 'POST /apps/users/two_step' | 'POST /apps/users/two_step/recover' | 'POST /apps/users/password'

/** By the address of their server. */
const visitorTokens = new Map<string, string>()

export class Client {
  /** Sent with every request; a test may change them. */
  headers: Record<string, string> = {}

  constructor(readonly url: string) {}

  async signIn(login: string, secret: string, manner: Manner): Promise<Client> {
    const signedIn = new Client(this.url)
    const input = { login, password: secret, ...(manner === 'token' && { scenario: 'applet' as const }) }
    const attempt = async () => {
      signedIn.headers = { ...this.headers, requesttoken: await this.visitorToken() }
      return signedIn.send('POST /apps/users/login', input)
    }
    let { body, headers } = await attempt()
    if (JSON.stringify(body).includes('security_check_failed')) {
      // The clock of the test passed the token's end, or another server has the address now.
      visitorTokens.delete(this.url)
      ;({ body, headers } = await attempt())
    }
    const answer = succeeded('POST /apps/users/login', body)
    if (manner === 'token') signedIn.headers = { ...this.headers, 'auth-token': answer.auth_token! }
    else signedIn.headers = { ...this.headers, cookie: cookieOf(headers), requesttoken: answer.csrf_token }
    return signedIn
  }

  /** The token that every visitor of the server may send, read once. */
  private async visitorToken(): Promise<string> {
    const known = visitorTokens.get(this.url)
    if (known !== undefined) return known
    const { csrf_token } = await this.call('GET /apps/users/get_base_info', {})
    visitorTokens.set(this.url, csrf_token)
    return csrf_token
  }

  /** Passes the second step and continues with the tokens of the answer. */
  async pass(code: string) {
    return this.renew('POST /apps/users/two_step', { code })
  }

  /** Makes a call that answers new tokens for the session, and continues with them. */
  async renew<K extends Renewing>(name: K, input: Request<K>) {
    const { body, headers } = await this.send(name, input)
    const answer = succeeded(name, body)
    if (answer.auth_token) this.headers['auth-token'] = answer.auth_token
    else this.headers = { ...this.headers, requesttoken: answer.csrf_token, cookie: this.cookieAfter(headers) }
    return answer
  }

  /** Keeps the device's cookie when the answer sets only the session's. */
  private cookieAfter(headers: Headers) {
    const device = this.headers.cookie?.split('; ').filter((each) => !each.startsWith('satchel_session=')) ?? []
    return [cookieOf(headers), ...device].join('; ')
  }

  /** Makes a call that must succeed; checks the answer against the contract. */
  async call<K extends CallName>(name: K, input: Request<K>): Promise<Reply<K>> {
    const { status, body } = await this.send(name, input)
    assert.equal(status, 200, JSON.stringify(body))
    return succeeded(name, body)
  }

  /** Makes a call that must be refused with HTTP 200; returns the entry under `errors`. */
  async refused<K extends CallName>(name: K, input: unknown, code: ErrorCode) {
    const { status, body } = await this.send(name, input)
    assert.equal(status, 200, JSON.stringify(body))
    const { errors } = checked(Refusal, body, name)
    const [kind, value] = Object.entries(errors)[0] ?? assert.fail('no error')
    const entry = Array.isArray(value) ? value[0]! : value
    assert.equal(entry.error_code, code)
    assert.notEqual(entry.error_tr_msg, '')
    return { kind, entry }
  }

  /** Any request to a call, valid or not. */
  send(name: CallName, input: unknown): Promise<Answer> {
    const [method = '', template = ''] = name.split(' ')
    const rest = { ...(input as Record<string, unknown>) }
    const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) => {
      const value = String(rest[parameter])
      delete rest[parameter]
      return encodeURIComponent(value)
    })
    return method === 'GET'
      ? this.request('GET', `/api${path}?${query(rest)}`)
      : this.request('POST', `/api${path}`, JSON.stringify(rest))
  }

  async request(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await exchange(`${this.url}${path}`, {
      method,
      body,
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
    })
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    return { status: answer.status, body: isJson ? JSON.parse(answer.text) : answer.text, headers: answer.headers }
  }
}

interface Validator {
  compile(schema: TSchema): ((value: unknown) => boolean) & { errors?: unknown[] }
  errorsText(errors?: unknown[]): string
}

/** The Ajv that comes with Fastify; the one at the top of node_modules belongs to the linter and is older. */
const { Ajv } = createRequire(createRequire(import.meta.url).resolve('@fastify/ajv-compiler'))('ajv') as {
  Ajv: new (options: object) => Validator
}
/* Each process compiles the schemas of its answers, which costs more than optimised code saves. */
const ajv = new Ajv({ strict: false, validateSchema: false, meta: false, code: { optimize: false } })

/** Fails with the fault and its place. */
export function checked<T extends TSchema>(schema: T, value: unknown, what: string): Static<T> {
  const validate = ajv.compile(schema)
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)?.slice(0, 2000)}`)
  return value as Static<T>
}

function succeeded<K extends CallName>(name: K, body: unknown): Reply<K> {
  return checked(calls[name].reply as TSchema, body, name) as Reply<K>
}

function query(values: Record<string, unknown>) {
  const present = Object.entries(values).filter(([, value]) => value !== undefined)
  return new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString()
}

export function cookieOf(headers: Headers) {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}
