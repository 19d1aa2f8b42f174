import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { actorKey, principalOf, sharerOf, visitorOfKey, type Actor } from '../actors/actor'
import type { ActorKey } from '../actors/actorKey'
import { KeyedSemaphore } from '../limits/KeyedSemaphore'
import { networksOf } from '../remote/networkAddress'
import { hashOf } from '../crypto/secretHash'

/** The party that waits for a turn: enterprise and user; without a session the site and the network of the address. */
export type Party = readonly [group: string, one: string]

export type Turn = KeyedSemaphore<string>

/**
 * Limits how many calls run at once, so that each party gets its turn however many calls another party sends. The limits of a kind are: per enterprise
 * or site, per user or network, in total. Calls of visitors without a session have limits of their own, so that they never delay users.
 */
export class CallTurns {
  /** Reading calls. More at once would not finish earlier: they need the processor and the database. */
  readonly reads: Turn = new KeyedSemaphore([6, 4], 8)
  readonly visitorReads: Turn = new KeyedSemaphore([5, 4], 6)
  /** Searches read much, so they wait apart: a user's lists open while their searches run. */
  readonly searches: Turn = new KeyedSemaphore([3, 2], 4)
  readonly visitorSearches: Turn = new KeyedSemaphore([3, 2], 4)
  /** Calls that may wait some seconds for a rendition. */
  readonly waits: Turn = new KeyedSemaphore([30, 12], 60)
  readonly visitorWaits: Turn = new KeyedSemaphore([30, 12], 60)
  /** Addresses of files and uploads, while rights are checked. Their bytes need no turn (http/sending.ts). */
  readonly addresses: Turn = new KeyedSemaphore([4, 4], 8)
  readonly visitorAddresses: Turn = new KeyedSemaphore([5, 4], 6)
  /** Writing calls. They wait for each other's locks, and each call holds a connection to the database. An enterprise gets half of the places. */
  readonly writes: Turn = new KeyedSemaphore([7, 4], 14)
  readonly visits: Turn = new KeyedSemaphore([5, 4], 6)
  /** Calls of users that wait for servers of others, such as mail and directories, or for a converter: up to a minute, without a connection to the database. */
  readonly outside: Turn = new KeyedSemaphore([8, 4], 64)
  /** Imports of people: up to a minute, with a connection to the database. */
  readonly imports: Turn = new KeyedSemaphore([2, 2], 4)
  /** Other writing calls without a session. They may wait for a messenger or a gateway. */
  readonly beforeSignIn: Turn = new KeyedSemaphore([64, 48], 96)
  /** Writing calls of the open platform. */
  readonly openWrites: Turn = new KeyedSemaphore([6, 4], 8)
  /** Pages, each with its first call, which takes a turn to read. */
  readonly pages: Turn = new KeyedSemaphore([6, 4, 3], 8)
  /** Streams of events, while their places are looked up. */
  readonly streams: Turn = new KeyedSemaphore([6, 4], 8)
  /** Sessions that are looked up before the party of a request is known. */
  readonly sessions: Turn = new KeyedSemaphore([10, 8, 4], 12)
}

/**
 * The header of calls that a page makes for its reader. Such a call is refused instead of waiting: the page would hold its own turn meanwhile, and the
 * client asks again. The value is a secret of this process.
 */
export const pageCall = { name: 'x-page-call', value: randomBytes(16).toString('base64url') }

/** The party of an actor. */
export function partyOf(actor: Actor): Party {
  return [`e${sharerOf(principalOf(actor).enterprise)}`, actorKey(actor)]
}

/** The party of a request without a session. */
export function partyOfAddress(address: string): Party {
  return networksOf(address)
}

/**
 * Runs the check of an address when it is the turn of its reader.
 * @param user the key of the user or application; null: somebody without a session, who counts as a network
 */
export function checkInTurn<T>(
  { addresses, visitorAddresses }: CallTurns,
  { user, ip }: { user: ActorKey | null; ip: string },
  check: () => Promise<T>,
): Promise<T> {
  return user === null ? visitorAddresses.run(networksOf(ip), check) : addresses.run([user, user], check)
}

/** As checkInTurn, for the actor of a signed address. */
export function addressInTurn<T>(
  turns: CallTurns,
  { key, ip }: { key: ActorKey; ip: string },
  check: () => Promise<T>,
): Promise<T> {
  return checkInTurn(turns, { user: visitorOfKey(key) === null ? key : null, ip }, check)
}

/** The party of a request whose session is not known yet: its networks, then the token that it sends. */
export function unknownParty({ ip, headers }: FastifyRequest): readonly string[] {
  const { 'auth-token': token = '', authorization = '', cookie = '' } = headers
  return [...networksOf(ip), hashOf(`${String(token)} ${authorization} ${cookie}`).toString('base64url')]
}
