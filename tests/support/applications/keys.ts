import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'

/** A pair of RSA keys. */
export function keyPair(modulusLength = 2048): { publicPem: string; privatePem: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength })
  return {
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    privateKey,
  }
}

interface Claims {
  kid: string
  /** ms since 1970 */
  now: number
  sub?: string
  kind?: string
  /** seconds of validity */
  seconds?: number
  jti?: string
  alg?: string
}

/** A signed assertion, as an application's server makes it. */
export function signAssertion(
  privateKey: KeyObject,
  { kid, now, sub = '0', kind = 'user', seconds = 60, jti = 'one', alg = 'RS256' }: Claims,
): Promise<string> {
  const at = Math.floor(now / 1000)
  return new SignJWT({ platform_sub_type: kind, jti })
    .setProtectedHeader({ alg, kid })
    .setSubject(sub)
    .setIssuedAt(at)
    .setExpirationTime(at + seconds)
    .sign(privateKey)
}
