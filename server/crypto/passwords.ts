import { createHmac, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { sharerOf } from '../actors/actor'
import { KeyedSemaphore } from '../limits/KeyedSemaphore'
import { FamiliarNetworks } from '../remote/FamiliarNetworks'
import { networkOf, networksOf } from '../remote/networkAddress'

/** The hash of no account: an unknown login must take as long as a wrong password (decisions 54). */
let decoy: Promise<string> | undefined

/** Hashes that run at once in this process. They share four threads with the file system, and each needs 19 MiB and a processor. */
export const HASHES_AT_ONCE = availableParallelism() > 3 ? 3 : 2

/**
 * One party may not use every place. The coarse levels are the kind of work, so that strangers who sign in delay neither users nor visitors of links,
 * then the enterprise or site, then the user or network.
 */
const OF_ONE = HASHES_AT_ONCE - 1
const turns = new KeyedSemaphore<string>([OF_ONE, OF_ONE, OF_ONE], HASHES_AT_ONCE)

/** The party that waits for its turn to hash: kind of work, enterprise or site, user or network. */
export type HashingParty = readonly [
  kind: 'users' | 'devices' | 'neighbours' | 'strangers' | 'visitors',
  group: string,
  one: string,
]

/** Hashes passwords while its holder has a turn. */
export interface Hasher {
  /** argon2id with the library's parameters (19 MiB, two passes); the result includes the salt. */
  hash(password: string): Promise<string>
  /** @param stored null for an unknown account or one without a password */
  verify(stored: string | null, password: string): Promise<boolean>
}

const hasher: Hasher = { hash: hashPassword, verify: verifyPassword }

/** Runs work that hashes passwords when it is the party's turn. */
export function hashInTurn<T>(party: HashingParty, work: (hasher: Hasher) => Promise<T>): Promise<T> {
  return turns.run(party, () => work(hasher))
}

/**
 * The party of somebody without a session. Strangers at a network that users know are neighbours: a flood from a thousand other networks does not
 * delay them.
 */
export function partyOfAddress(kind: 'strangers' | 'visitors', address: string): HashingParty {
  const isNeighbour = kind === 'strangers' && familiar.has(networkOf(address))
  return [isNeighbour ? 'neighbours' : kind, ...networksOf(address)]
}

const familiar = new FamiliarNetworks()

/** Records that a user with a session uses an address. */
export function recordUse(userId: number, address: string): void {
  familiar.record(userId, networkOf(address))
}

/** The party of a device on which a login signed in before. All devices of a login are one group, because a user may have any number. */
export function partyOfDevice(login: string, device: string): HashingParty {
  return ['devices', login.toLowerCase(), device]
}

/** The party of a signed-in user. */
export function partyOfUser({
  user,
  enterprise,
}: {
  user: { id: number }
  enterprise: { id: number; is_personal: boolean }
}): HashingParty {
  return ['users', String(sharerOf(enterprise)), String(user.id)]
}

/** Hashes outside every turn: for the start of the server. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** Verifies outside every turn, as `hashPassword`. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const isRight = await verify(stored ?? (await decoy), password)
  return stored !== null && isRight
}

/** A key of this process only. */
const markKey = randomBytes(32)

/** Names a password for counts of wrong passwords. Whoever reads the counts learns nothing of the password, because the key is never stored. */
export function markOf(password: string): string {
  return createHmac('sha256', markKey).update(password).digest('base64url').slice(0, 22)
}
