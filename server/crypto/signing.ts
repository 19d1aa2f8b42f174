import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ActorKey } from '../actors/actorKey'
import type { Clock } from '../time/clock'
import { addressRefused } from '../errors'

/** Cached signatures: lists are fetched again and again with the same files. */
const CACHE_SIZE = 10_000
/** seconds; the expiry is then rounded up to the hour, so that caches see the same address again */
const lifetime = 3600
const hour = 3600

export interface Signer {
  /**
   * A relative address that needs no cookie (decisions 39): path and query, `a` (the actor's key), `e` (expiry, seconds) and `s`.
   * @param query `undefined` values are omitted
   */
  address(path: string, query: Record<string, string | number | undefined>, actor: ActorKey): string
  /**
   * The key of the actor that a signed address was made for. The caller checks the actor's rights again.
   * @param url the path and query exactly as received; additions anywhere make the address invalid
   * @throws Refused 403 for an address that is not ours, was altered, or has expired
   */
  verify(url: string): ActorKey
  /** A token derived from a purpose and a value; the same every time. */
  token(purpose: string, value: string): string
}

/** @param key the secret of this installation, 32 bytes */
export function createSigner(key: Buffer, clock: Clock): Signer {
  const digest = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, 24).toString('base64url')
  const cache = new Map<string, string>()
  const signatureOf = (address: string) => {
    const cached = cache.get(address)
    if (cached !== undefined) return cached
    const signature = digest(`address:${address}`)
    if (cache.size === CACHE_SIZE) cache.clear()
    cache.set(address, signature)
    return signature
  }
  const now = () => Math.floor(clock().getTime() / 1000)
  return {
    address(path, query, actor) {
      const entries = Object.entries({ ...query, a: actor, e: Math.ceil((now() + lifetime) / hour) * hour })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)])
      const address = `${path}?${new URLSearchParams(entries)}`
      return `${address}&s=${signatureOf(address)}`
    },
    verify(url) {
      const at = url.lastIndexOf('&s=')
      const [address, signature] = at < 0 ? ['', ''] : [url.slice(0, at), url.slice(at + 3)]
      if (!sameText(signature, digest(`address:${address}`))) throw addressRefused()
      const query = new URLSearchParams(address.slice(address.indexOf('?') + 1))
      if (Number(query.get('e')) <= now()) throw addressRefused()
      return query.get('a') ?? ''
    },
    token: (purpose, value) => digest(`${purpose}:${value}`),
  }
}

/** Compares in constant time. */
export function sameText(one: string, other: string): boolean {
  const left = Buffer.from(one)
  const right = Buffer.from(other)
  return left.length === right.length && timingSafeEqual(left, right)
}
