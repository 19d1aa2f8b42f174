import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import type { UserActor } from '../../actors/actor'
import { Refused } from '../../errors'
import { deleteKey, insertKey, type ApplicationDetail } from '../../queries/administration/applications'
import { deleteGrantsOfKey } from '../../queries/applications/grants'
import type { Act, Ports } from './acts'
import { onApplication } from './applications'

/** A public key that verifies assertions of an application. */
export interface NewKey {
  name: string
  /** SHA-256 of the key in DER, in base64 */
  fingerprint: string
  createdAt: Date
}

const MAX_KEYS = 10
/** bits of an RSA modulus; larger keys would make each verification slow */
const KEY_SIZES = { min: 2048, max: 8192 }

/**
 * Adds a public key that verifies signed assertions.
 * @throws Refused permission_denied, application_not_found, application_ended, application_key…
 */
export function addKey(
  ports: Ports,
  actor: UserActor,
  id: number,
  { name: typed, publicKey }: { name: string; publicKey: string },
): Promise<NewKey> {
  return onApplication(ports, actor, id, async (given, application) => {
    const name = typed.trim()
    if (!/^[\w.@:-]{1,100}$/.test(name)) throw new Refused('application_key_name', { field: 'name' })
    const { pem, fingerprint } = requirePublicKey(publicKey)
    if (application.keys.length >= MAX_KEYS)
      throw new Refused('application_keys', { field: 'name', params: { count: MAX_KEYS } })
    const key = { application_id: id, name, public_key: pem, fingerprint, created_at: given.at }
    if (!(await insertKey(given.db, key))) throw new Refused('application_key_name', { field: 'name' })
    await recordKeys(given, application, [...application.keys, key])
    return { name, fingerprint, createdAt: given.at }
  })
}

/** Removes a key, with the tokens that its assertions got. @throws Refused permission_denied, application_not_found, application_ended */
export function removeKey(ports: Ports, actor: UserActor, id: number, name: string): Promise<void> {
  return onApplication(ports, actor, id, async (given, application) => {
    if (!(await deleteKey(given.db, id, name))) return
    await deleteGrantsOfKey(given.db, id, name)
    const others = application.keys.filter((key) => key.name !== name)
    await recordKeys(given, application, others)
  })
}

type Keys = readonly Pick<NewKey, 'name' | 'fingerprint'>[]

async function recordKeys({ record }: Act, { name: application, keys }: ApplicationDetail, after: Keys): Promise<void> {
  const shown = (some: Keys) => ({ keys: some.map(({ name, fingerprint }) => `${name} SHA256:${fingerprint}`) })
  await record('application_changed', { application, before: shown(keys), after: shown(after) })
}

/** An RSA key in PEM, also in a certificate. Node takes the public part of a private key, but a private key must not travel. */
function requirePublicKey(text: string): { pem: string; fingerprint: string } {
  if (/PRIVATE KEY/i.test(text)) throw new Refused('application_key_private', { field: 'public_key' })
  const key = readKey(text.trim())
  const bits = key?.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0
  if (!key || bits < KEY_SIZES.min || bits > KEY_SIZES.max)
    throw new Refused('application_key', { field: 'public_key' })
  const der = key.export({ type: 'spki', format: 'der' })
  return {
    pem: key.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: createHash('sha256').update(der).digest('base64'),
  }
}

function readKey(text: string): KeyObject | null {
  try {
    return createPublicKey(text)
  } catch {
    return null
  }
}
