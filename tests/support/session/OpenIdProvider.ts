import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration, type JWK } from 'oidc-provider'

export interface OpenIdAccount {
  name?: string
  preferred_username?: string
  email?: string
  email_verified?: boolean
  groups?: string[]
}

export const CLIENT = { id: 'satchel', secret: 'a secret of the client' }

/** The certified provider of npm on a free port. It signs in `who` without a page. */
export class OpenIdProvider {
  readonly accounts = new Map<string, OpenIdAccount>()
  who = ''
  readonly issuer: string
  private handler!: (request: http.IncomingMessage, response: http.ServerResponse) => void

  private constructor(private readonly server: http.Server) {
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** @param origin of the drive */
  static async open(origin: string): Promise<OpenIdProvider> {
    const server = http.createServer((request, response) => found.handler(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const found = new OpenIdProvider(server)
    found.begin(origin, newKey('first'))
    return found
  }

  /** Signs with another key from now on, as a provider that rotates its keys. */
  rotate(origin: string, kid: string): void {
    this.begin(origin, newKey(kid))
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private begin(origin: string, key: JWK): void {
    const provider = new Provider(this.issuer, this.configuration(origin, key))
    const callback = provider.callback()
    const finish = async (request: http.IncomingMessage, response: http.ServerResponse) =>
      provider.interactionFinished(request, response, { login: { accountId: this.who } })
    this.handler = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
      finish(request, response).catch((error: Error) => response.writeHead(500).end(error.message))
    }
  }

  private configuration(origin: string, key: JWK): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${origin}/api/sign_on/callback`],
          post_logout_redirect_uris: [`${origin}/login`],
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['a key for the cookies of the provider'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username'],
        groups: ['groups'],
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => Promise.resolve({ sub: id, ...this.accounts.get(id) }),
      }),
      async loadExistingGrant({ oidc }) {
        const { Grant } = oidc.provider
        const grant = new Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId })
        grant.addOIDCScope('openid email profile groups')
        await grant.save()
        return grant
      },
    }
  }
}

function newKey(kid: string): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } as JWK
}
