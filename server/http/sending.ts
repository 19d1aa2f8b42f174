import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { visitorOfKey } from '../actors/actor'
import type { ActorKey } from '../actors/actorKey'
import { addressRefused } from '../errors'
import { KeyedSemaphore } from '../limits/KeyedSemaphore'
import { networkOf, networksOf } from '../remote/networkAddress'

declare module 'fastify' {
  interface FastifyInstance {
    sending: Sending
  }
}

export interface SendingLimits {
  /** ms after which an answer is ended if its reader took no further piece of it */
  stall: number
  /** ms after which such an answer gives its place to one that waits for a place */
  giveWay: number
  /** Bytes per second. A slower answer gives its place to somebody who has none, if all places are taken. */
  slow: number
  /** Bytes of unread answers in memory. The longest unread answers are ended beyond that. */
  unread: { ofNetwork: number; ofAll: number }
  /** Answers that send a file or an archive at once. Visitors and users have separate places. */
  places: Record<Kind, { ofUser: number; ofNetwork: number; ofAll: number }>
}

type Kind = 'file' | 'archive'

interface Watched {
  network: string
  /** For how long the reader has taken no piece of the answer, in ms. */
  idle: number
  /** bytes of an answer that is sent whole; 0 for a stream */
  size: number
}

/**
 * Most listeners to an event of an answer. Fastify adds two each time that it waits for the answer: up to four times for a file of a previous
 * build, beside ours.
 */
const LISTENERS = 20

/** Ends answers that nobody reads, and bounds the answers that send files: each needs a place, per user or per network of visitors. */
export class Sending {
  private readonly watched = new Map<ServerResponse, Watched>()
  /** ms between two checks */
  private readonly interval: number
  private readonly places: Record<Kind, { users: Places; visitors: Places }>

  constructor(private readonly limits: SendingLimits) {
    this.interval = Math.min(limits.stall, limits.giveWay) / 5
    const idleOf = (answer: ServerResponse) => this.watched.get(answer)?.idle ?? 0
    const open = (each: number, ofAll: number) => new Places(each, ofAll, limits, idleOf)
    const ofKind = ({ ofUser, ofNetwork, ofAll }: SendingLimits['places'][Kind]) => ({
      users: open(ofUser, ofAll),
      visitors: open(ofNetwork, ofAll),
    })
    this.places = { file: ofKind(limits.places.file), archive: ofKind(limits.places.archive) }
  }

  /** Watches every answer of a server until the server closes. */
  register(app: FastifyInstance): void {
    app.addHook('onRequest', async ({ ip }, { raw }) => this.watch(raw, networkOf(ip)))
    // Before answers are compressed: until then, the whole answer is in memory.
    app.addHook('onSend', async (_request, { raw }, payload) => {
      const watched = this.watched.get(raw)
      if (watched && (typeof payload === 'string' || Buffer.isBuffer(payload)))
        watched.size = Buffer.byteLength(payload)
      return payload
    })
    const timer = setInterval(() => this.check(), this.interval).unref()
    app.addHook('onClose', async () => clearInterval(timer))
  }

  /**
   * Waits for a place. The answer keeps the place until it closes.
   * @param key the actor of the address
   * @throws Refused permission_denied if the reader has left meanwhile
   */
  take(kind: Kind, key: ActorKey, request: FastifyRequest, answer: ServerResponse): Promise<void> {
    const { users, visitors } = this.places[kind]
    return visitorOfKey(key) === null ? users.take([key, key], answer) : visitors.take(networksOf(request.ip), answer)
  }

  private watch(answer: ServerResponse, network: string): void {
    const watched = { network, idle: -this.interval, size: 0 }
    this.watched.set(answer, watched)
    answer.setMaxListeners(LISTENERS)
    answer.on('drain', () => void (watched.idle = -this.interval))
    answer.once('close', () => this.watched.delete(answer))
  }

  /** A late check counts as one: while the server itself stood still, no reader could take anything. */
  private check(): void {
    for (const [answer, watched] of this.watched) {
      watched.idle = answer.writableLength === 0 ? -this.interval : watched.idle + this.interval
      if (watched.idle >= this.limits.stall) end(answer)
    }
    this.limitUnread()
    for (const { users, visitors } of Object.values(this.places)) {
      users.makeRoom()
      visitors.makeRoom()
    }
  }

  /** Ends unread answers, the longest unread first, while those of one network or of all networks hold too many bytes. */
  private limitUnread(): void {
    const { unread } = this.limits
    const late = [...this.watched].filter(([{ req }, { idle }]) => idle >= this.interval && !req.socket.destroyed)
    const byNetwork = new Map<string, Unread>()
    for (const [answer, { network, size }] of late.sort(([, one], [, other]) => other.idle - one.idle)) {
      const held = byNetwork.get(network) ?? { bytes: 0, connections: new Map() }
      byNetwork.set(network, held)
      const { socket } = answer.req
      const bytes = Math.max(answer.writableLength, size)
      held.bytes += bytes
      held.connections.set(socket, (held.connections.get(socket) ?? 0) + bytes)
    }
    const endFirst = (held: Unread) => {
      const [socket, bytes] = [...held.connections][0]!
      held.connections.delete(socket)
      held.bytes -= bytes
      socket.resetAndDestroy()
    }
    const networks = [...byNetwork.values()]
    for (const held of networks) while (held.bytes > unread.ofNetwork) endFirst(held)
    const all = () => networks.reduce((sum, { bytes }) => sum + bytes, 0)
    while (all() > unread.ofAll) endFirst(networks.reduce((most, each) => (each.bytes > most.bytes ? each : most)))
  }
}

/** The unread answers of a network. */
interface Unread {
  bytes: number
  /** The bytes of each, the longest unread first. */
  connections: Map<Socket, number>
}

/** The party that takes a place: a user; or the site and the network of a visitor. */
type Party = readonly [group: string, one: string]

/** Places per party and in total. */
class Places {
  private readonly turns: KeyedSemaphore<string>
  /** In the order in which they got their places. `sent`: bytes that the connection had sent until then. */
  private readonly holders = new Map<ServerResponse, { party: Party; since: number; sent: number }>()
  private readonly waiting = new Map<ServerResponse, { party: Party; since: number }>()

  constructor(
    each: number,
    private readonly ofAll: number,
    private readonly limits: Pick<SendingLimits, 'giveWay' | 'slow'>,
    private readonly idleOf: (answer: ServerResponse) => number,
  ) {
    this.turns = new KeyedSemaphore([ofAll, each], ofAll)
  }

  take(party: Party, answer: ServerResponse): Promise<void> {
    const closed = new Promise<void>((resolve) => (answer.destroyed ? resolve() : answer.once('close', resolve)))
    this.waiting.set(answer, { party, since: performance.now() })
    void closed.then(() => this.waiting.delete(answer))
    return new Promise((resolve, reject) => {
      void this.turns.run(party, async () => {
        if (!this.waiting.delete(answer)) return reject(addressRefused())
        this.holders.set(answer, { party, since: performance.now(), sent: answer.req.socket.bytesWritten })
        resolve()
        await closed
        this.holders.delete(answer)
      })
    })
  }

  /** Ends as many unread answers as others wait for their places, the longest unread first. */
  makeRoom(): void {
    if (this.waiting.size === 0) return
    const unread = [...this.holders].filter(([answer]) => this.idleOf(answer) >= this.limits.giveWay)
    unread.sort(([one], [other]) => this.idleOf(other) - this.idleOf(one))
    const ended = new Set<ServerResponse>()
    for (const [one, count] of countEach([...this.waiting.values()].map(({ party }) => party[1]))) {
      const theirs = unread.filter(([answer, { party }]) => !ended.has(answer) && (this.isFull || party[1] === one))
      for (const [answer] of theirs.slice(0, count)) {
        ended.add(answer)
        end(answer)
      }
    }
    if (this.isFull && unread.length === 0) this.shareOut()
  }

  private get isFull(): boolean {
    return this.holders.size >= this.ofAll
  }

  /**
   * For each group that waits without a place, ends an answer: the oldest of the group with the most, or the slowest, if each group has few.
   * Otherwise parties that read slowly would hold every place. Clients continue an interrupted download.
   */
  private shareOut(): void {
    const { giveWay } = this.limits
    const held = countEach([...this.holders.values()].map(({ party: [group] }) => group))
    const late = [...this.waiting.values()].filter(({ since }) => performance.now() - since >= giveWay)
    const without = new Set(late.map(({ party: [group] }) => group).filter((group) => !held.has(group)))
    for (let left = without.size; left > 0; left -= 1) {
      const [group, count] = [...held].reduce((most, each) => (each[1] > most[1] ? each : most))
      const next = count > Math.max(1, this.ofAll / FEW) ? this.oldest(group) : this.slowest()
      if (!next) return
      const [answer, { party }] = next
      held.set(party[0], held.get(party[0])! - 1)
      end(answer)
    }
  }

  private oldest(group: string) {
    return [...this.holders].find(([{ req }, { party }]) => party[0] === group && !req.socket.destroyed)
  }

  /** The slowest answer of those that are slow, and have been sent for long enough to tell. */
  private slowest() {
    const { giveWay, slow } = this.limits
    const now = performance.now()
    return [...this.holders]
      .filter(([{ req }, { since }]) => !req.socket.destroyed && now - since >= giveWay * ENOUGH)
      .map((holder) => {
        const [{ req }, { since, sent }] = holder
        return { holder, rate: (req.socket.bytesWritten - sent) / ((now - since) / 1000) }
      })
      .filter(({ rate }) => rate < slow)
      .sort((one, other) => one.rate - other.rate)[0]?.holder
  }
}

/** An answer is measured after this many times the wait of others. */
const ENOUGH = 4

/** A group with at most one of this many places keeps its answers. */
const FEW = 10

function countEach(keys: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Resets the connection, which also frees what the kernel holds for the reader. */
function end(answer: ServerResponse): void {
  answer.req.socket.resetAndDestroy()
}
