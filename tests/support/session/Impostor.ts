import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { CLIENT } from './OpenIdProvider'

/** A fault that an impostor makes. */
export interface Faults {
  /** Changes the claims of the ID token. */
  claims?(claims: Record<string, unknown>): Record<string, unknown>
  /** Changes the header of the ID token. */
  header?: Record<string, unknown>
  /** Signs with a key that the provider does not publish. */
  isForeignKey?: boolean
  /** Leaves the signature out. */
  isUnsigned?: boolean
  /** Changes the description of the provider. */
  description?: Record<string, unknown>
  /** `endless`: an answer that never ends. `redirect`: to another address, which gives the right answer. `silent`: no answer. */
  answer?: 'endless' | 'redirect' | 'silent' | 'html'
}

/** A provider that can be made to lie. It signs everybody in at once. */
export class Impostor {
  faults: Faults = {}
  /** The claims of who signs in. */
  who: Record<string, unknown> = {}
  /** paths that were asked for */
  readonly asked: string[] = []
  readonly issuer: string
  private readonly own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  private readonly foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  private nonce = ''
  private challenge = ''

  private constructor(private readonly server: http.Server) {
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async open(): Promise<Impostor> {
    const server = http.createServer((request, response) => found.answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const found = new Impostor(server)
    return found
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const url = new URL(request.url!, this.issuer)
    this.asked.push(url.pathname)
    const { answer } = this.faults
    if (answer === 'silent') return
    const path = url.pathname.replace(/^\/elsewhere/, '')
    if (answer === 'redirect' && path === url.pathname)
      return void response.writeHead(302, { location: `${this.issuer}/elsewhere${path}${url.search}` }).end()
    if (answer === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>no</p>')
    if (answer === 'endless') return this.neverEnd(response)
    const json = (body: object) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    switch (path) {
      case '/.well-known/openid-configuration':
        return json({
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          jwks_uri: `${this.issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256', 'none'],
          ...this.faults.description,
        })
      case '/keys':
        return json({ keys: [{ ...this.own.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }] })
      case '/authorize': {
        this.nonce = url.searchParams.get('nonce') ?? ''
        this.challenge = url.searchParams.get('code_challenge') ?? ''
        const back = new URL(url.searchParams.get('redirect_uri')!)
        back.searchParams.set('code', 'a-code')
        back.searchParams.set('state', url.searchParams.get('state') ?? '')
        return void response.writeHead(302, { location: back.href }).end()
      }
      case '/token':
        return void this.exchange(request, response)
      default:
        return void response.writeHead(404).end()
    }
  }

  /** Gives the token to those who began the sign-on (PKCE), as an honest provider does. */
  private async exchange(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const verifier = new URLSearchParams(Buffer.concat(parts).toString()).get('code_verifier') ?? ''
    const isProved = createHash('sha256').update(verifier).digest('base64url') === this.challenge
    const body = isProved
      ? { access_token: 'x', token_type: 'bearer', id_token: this.token() }
      : { error: 'invalid_grant' }
    response.writeHead(isProved ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  private token(): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: this.issuer, aud: CLIENT.id, iat: now, exp: now + 600, nonce: this.nonce, ...this.who }
    const given = this.faults.claims?.(claims) ?? claims
    const key: KeyObject = (this.faults.isForeignKey ? this.foreign : this.own).privateKey
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const body = `${part({ alg: 'RS256', kid: 'k', ...this.faults.header })}.${part(given)}`
    return `${body}.${this.faults.isUnsigned ? '' : sign('sha256', Buffer.from(body), key).toString('base64url')}`
  }

  private neverEnd(response: http.ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      if (response.destroyed) return
      if (response.write(' '.repeat(65_536))) setImmediate(more)
      else response.once('drain', more)
    }
    more()
  }
}
