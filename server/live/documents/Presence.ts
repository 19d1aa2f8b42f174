import * as encoding from 'lib0/encoding'
import { applyAwarenessUpdate, type Awareness } from 'y-protocols/awareness'
import type { Dependencies } from '../../dependencies'
import { notifyOfPresence } from '../../queries/documents/notifications'
import type { PresenceState } from './messages'
import type { Peers } from './Peers'

/** ms within which only the last of several places of a caret is sent to other processes */
const INTERVAL = 200
/** bytes of a state; PostgreSQL notifies of at most 8,000 */
const MOST = 6000

const QUESTION = '?'

/** Tells the other processes of the server where the readers of a document are, and hears of theirs. */
export class Presence {
  private readonly own = new Map<number, PresenceState>()
  private readonly due = new Set<number>()
  private timer: NodeJS.Timeout | undefined
  private readonly stop: () => void

  constructor(
    private readonly ports: Pick<Dependencies, 'db' | 'log' | 'live'>,
    private readonly itemId: number,
    private readonly peers: Peers,
    private readonly awareness: () => Awareness | null,
  ) {
    this.stop = ports.live.listen([{ name: 'presence', itemId }], (text) => this.hear(text ?? ''))
    void this.send(QUESTION)
  }

  /** Tells where a reader in this process is. */
  tell(state: PresenceState): void {
    this.own.set(state.clientId, state)
    this.due.add(state.clientId)
    this.timer ??= setTimeout(() => this.sendDue(), INTERVAL)
  }

  /** Tells that a reader has left. */
  leave(clientId: number): void {
    const last = this.own.get(clientId)
    if (last === undefined) return
    this.own.delete(clientId)
    this.due.delete(clientId)
    void this.send(textOf({ ...last, clock: last.clock + 1, state: 'null' }))
  }

  close(): void {
    clearTimeout(this.timer)
    this.stop()
  }

  private sendDue(): void {
    this.timer = undefined
    for (const clientId of this.due) void this.send(textOf(this.own.get(clientId)!))
    this.due.clear()
  }

  private async send(text: string): Promise<void> {
    const { db, log } = this.ports
    try {
      if (text.length <= MOST && (await this.peers.areThere()))
        await notifyOfPresence(db, this.itemId, `${this.peers.self} ${text}`)
    } catch (error) {
      log.warn(error, 'cannot tell where the readers of a document are')
    }
  }

  private hear(text: string): void {
    const [from, content = ''] = text.split(' ')
    const awareness = this.awareness()
    if (from === this.peers.self || awareness === null) return
    if (content !== QUESTION) return applyAwarenessUpdate(awareness, Buffer.from(content, 'base64'), this)
    for (const clientId of this.own.keys()) this.due.add(clientId)
    this.timer ??= setTimeout(() => this.sendDue(), 0)
  }
}

function textOf({ clientId, clock, state }: PresenceState): string {
  const encoder = encoding.createEncoder()
  for (const number of [1, clientId, clock]) encoding.writeVarUint(encoder, number)
  encoding.writeVarString(encoder, state)
  return Buffer.from(encoding.toUint8Array(encoder)).toString('base64')
}
