import * as openid from 'openid-client'
import { isLoopback, type Configuration } from '../config/configuration'
import { KeyedSemaphore } from '../limits/KeyedSemaphore'
import { hostNameOf } from './networkAddress'
import { requirePublic } from './publicLookup'
import type { Clock } from '../time/clock'

/** A provider, as the server knows it. */
export interface OpenIdProvider {
  enterpriseId: number
  issuer: string
  clientId: string
  /** null: a public client */
  clientSecret: string | null
  changedAt: Date
}

/** A sign-on under way. Only the browser that began it knows the state. */
export interface BegunSignOn {
  /** The page of the provider. */
  address: string
  state: string
  nonce: string
  verifier: string
}

export type Claims = Record<string, unknown> & { sub: string }

/** The provider did not answer, answered nonsense, or vouches for nobody. */
export class OpenIdFailure extends Error {
  constructor(
    message: string,
    /** Whether the provider was not reached or is no OpenID provider. */
    readonly isUnreachable = false,
  ) {
    super(message)
  }
}

/** seconds for one answer */
const PATIENCE = 5
/** bytes of one answer; the longest lists of keys have a tenth of that */
const MOST = 262_144
/** ms for which the addresses and keys of a provider are used again. Short, because providers change their keys. */
const FRESH = 60_000
/** ms without requests after a failure, because each request would wait as long */
const QUIET = 10_000
/** Sign-ons, or sign-outs, per organisation that wait for the provider. Further ones are refused, so that a provider that hangs holds few places of the server. */
const WAITING = 40

interface Known {
  key: string
  at: number
  isFailed: boolean
  configuration: Promise<openid.Configuration>
}

/** Signs on at OpenID providers: authorization code with PKCE, state and nonce. A provider may be slow, broken or an impostor. */
export class OpenIdClients {
  private readonly known = new Map<number, Known>()
  private readonly waiting = new KeyedSemaphore<number>(WAITING)

  constructor(private readonly ports: { clock: Clock; config: Pick<Configuration, 'signOnLoopback'> }) {}

  /** @throws OpenIdFailure if the issuer is no provider that can be used */
  async check(provider: OpenIdProvider): Promise<void> {
    await this.discover(provider)
  }

  /** @throws OpenIdFailure */
  async begin(provider: OpenIdProvider, redirectUri: string, scope: string): Promise<BegunSignOn> {
    const configuration = await this.inPlace(provider, () => this.configurationOf(provider))
    const verifier = openid.randomPKCECodeVerifier()
    const [state, nonce] = [openid.randomState(), openid.randomNonce()]
    const address = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { address: address.href, state, nonce, verifier }
  }

  /**
   * Exchanges the code for what the provider says about the person. The signature of the ID token is checked, too.
   * @param address the address to which the provider sent the browser back. Its state names the sign-on, and the caller has found the sign-on by it.
   * @throws OpenIdFailure
   */
  async complete(
    provider: OpenIdProvider,
    address: URL,
    { nonce, verifier }: Pick<BegunSignOn, 'nonce' | 'verifier'>,
  ): Promise<Claims> {
    return this.inPlace(provider, async () => {
      try {
        const configuration = await this.configurationOf(provider)
        const tokens = await openid.authorizationCodeGrant(configuration, address, {
          // Only the hash of the state is stored, so the caller compares it.
          expectedState: openid.skipStateCheck,
          // Also requires an ID token.
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        const claims = tokens.claims()!
        if (!configuration.serverMetadata().userinfo_endpoint) return claims
        const more = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        return { ...more, ...claims }
      } catch (error) {
        throw error instanceof OpenIdFailure ? error : new OpenIdFailure((error as Error).message)
      }
    })
  }

  /** Where a browser signs out at the provider; null if the provider has no such page or does not answer. */
  async signOutAddress(provider: OpenIdProvider, back: string): Promise<string | null> {
    try {
      const configuration = await this.inPlace(provider, () => this.configurationOf(provider))
      if (!configuration.serverMetadata().end_session_endpoint) return null
      return openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back }).href
    } catch (error) {
      if (error instanceof OpenIdFailure) return null
      throw error
    }
  }

  /** @throws OpenIdFailure without waiting if too many wait for the provider */
  private async inPlace<T>({ enterpriseId }: OpenIdProvider, run: () => Promise<T>): Promise<T> {
    const release = this.waiting.tryAcquire(enterpriseId)
    if (!release) throw new OpenIdFailure('too many sign-ons wait for the provider', true)
    return run().finally(release)
  }

  private configurationOf(provider: OpenIdProvider): Promise<openid.Configuration> {
    const { enterpriseId, issuer, clientId, changedAt } = provider
    const key = JSON.stringify([issuer, clientId, changedAt])
    const now = this.ports.clock().getTime()
    const known = this.known.get(enterpriseId)
    if (known?.key === key && now - known.at < (known.isFailed ? QUIET : FRESH)) return known.configuration
    const fresh: Known = { key, at: now, isFailed: false, configuration: this.discover(provider) }
    fresh.configuration.catch(() => (fresh.isFailed = true))
    this.known.set(enterpriseId, fresh)
    return fresh.configuration
  }

  private async discover(provider: OpenIdProvider): Promise<openid.Configuration> {
    try {
      const configuration = await this.describe(provider)
      const { authorization_endpoint: start, end_session_endpoint: end } = configuration.serverMetadata()
      // Browsers are sent there.
      for (const address of [start ?? '', end])
        if (address !== undefined && !isUsableAddress(address, this.ports.config))
          throw new Error(`${address}: https is needed`)
      return configuration
    } catch (error) {
      throw new OpenIdFailure(messageOf(error), true)
    }
  }

  private describe({ issuer, clientId, clientSecret }: OpenIdProvider): Promise<openid.Configuration> {
    return openid.discovery(
      new URL(issuer),
      clientId,
      clientSecret ?? undefined,
      clientSecret === null ? openid.None() : undefined,
      {
        timeout: PATIENCE,
        [openid.customFetch]: (url, options) => this.fetch(url, options),
        execute: [
          // `fetch` below decides which addresses are used.
          openid.allowInsecureRequests,
          openid.enableNonRepudiationChecks,
        ],
      },
    )
  }

  /** A request that follows no redirect and reads no long answer. */
  private async fetch(url: string, options: openid.CustomFetchOptions): Promise<Response> {
    if (!isUsableAddress(url, this.ports.config)) throw new Error(`${url}: https is needed`)
    if (!this.ports.config.signOnLoopback) await requirePublic(hostNameOf(url))
    const response = await fetch(url, { ...(options as RequestInit), redirect: 'manual' })
    const parts: Uint8Array[] = []
    let size = 0
    // Leaving the loop ends the stream.
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > MOST) throw new Error(`${url}: the answer is too long`)
      parts.push(part)
    }
    const { status, headers } = response
    return new Response(size === 0 ? null : Buffer.concat(parts), { status, headers })
  }
}

/** Whether the server may ask an address of a provider: https, and not this machine. */
export function isUsableAddress(text: string, { signOnLoopback }: Pick<Configuration, 'signOnLoopback'>): boolean {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return false
  }
  const host = hostNameOf(text)
  if (url.username !== '' || url.password !== '') return false
  if (isLoopback(host)) return signOnLoopback && /^https?:$/.test(url.protocol)
  return url.protocol === 'https:' && !/^(169\.254\.|fe[89ab][0-9a-f]:|0\.|::$|::ffff:)/i.test(host)
}

function messageOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
