import { EventEmitter } from 'node:events'
import type { Connection } from '@hocuspocus/server'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import {
  documentCloseCodes,
  type DocumentCloseReason,
  type DocumentMessage,
  type DocumentReadReason,
  type DocumentRole,
} from '@/contract/documents'
import { DOCUMENT_UPDATE_LIMIT } from '@/domain/documents/bounds'
import type { DocumentHolder } from '../../crypto/signedAddresses'
import { Refused } from '../../errors'
import { refusedUpdate } from '../../services/documents/refusedUpdates'
import type { OpenDocument } from '../../services/documents/opening'
import {
  isCloseReason,
  isPresence,
  nameOf,
  presenceMessage,
  readMessage,
  statelessMessage,
  statusMessage,
  type ClientMessage,
} from './messages'
import { EarlyUpdates } from './EarlyUpdates'
import type { Member } from './Member'
import { PresenceFilter } from './PresenceFilter'
import type { Room } from './Room'

/** bytes of unanswered messages after which the server reads no more of a client for a while */
const QUEUE = 4 * 1024 * 1024
/** bytes beside the largest message, which is the state of the document, that a client may leave unread */
const BACKLOG = 4 * 1024 * 1024
/** ms to close a connection politely */
const CLOSING = 5000

/** What a socket needs of the rooms. */
export interface SocketHost {
  readonly log: FastifyBaseLogger
  /** @throws Refused document_access */
  readToken(token: string): DocumentHolder
  /** @throws Refused if the holder may not see the document, or there is no place */
  enter(socket: DocumentSocket, holder: DocumentHolder): Promise<{ opened: OpenDocument; room: Room }>
  /** The signed address of the pictures of a document. */
  picturesOf(holder: DocumentHolder): string
  /** Lets Hocuspocus hear the connection. */
  connect(socket: DocumentSocket): void
  leave(socket: DocumentSocket, room: Room | null): void
  /** Whether another connection to the document has this id of a client. */
  isTaken(room: Room, clientId: number): boolean
  /** Whether all connections together leave so much unread that this one must go. */
  isOverloadedBy(socket: DocumentSocket): boolean
}

/**
 * Stands between a client's WebSocket and Hocuspocus, which takes it for the WebSocket itself. Reads one message after another: lets in the holder of a
 * token, checks and stores updates before anybody sees them, and hides from Hocuspocus what a client has no business to say.
 */
export class DocumentSocket extends EventEmitter {
  binaryType = 'nodebuffer'
  private readonly queue: Uint8Array[] = []
  private queued = 0
  private isWorking = false
  private member: Member | null = null
  private connection: Connection | null = null
  private readonly connected: Promise<void>
  private setConnected: () => void = () => {}
  private isFull = false
  private readonly early = new EarlyUpdates()
  private largest = 0
  private readonly late: NodeJS.Timeout
  /** Ends listening to changes of rights. */
  stopListening: (() => void) | null = null
  isRechecking = false
  isRecheckDue = false
  /** The person who has written by this connection. */
  writerId: number | null = null

  constructor(
    private readonly socket: WebSocket,
    private readonly rooms: SocketHost,
    readonly address: string,
    patience: number,
  ) {
    super()
    this.setMaxListeners(30)
    this.connected = new Promise((resolve) => (this.setConnected = resolve))
    this.late = setTimeout(() => this.closeWith('document_access'), patience)
    socket.on('message', (data: Buffer) => this.receive(data))
    socket.on('pong', () => this.emit('pong'))
    // The WebSocket answers a message over the limit by itself. Cut at once, its reason might not arrive.
    socket.on('error', () => this.terminateSoon())
    socket.once('close', (code, reason) => {
      clearTimeout(this.late)
      this.queue.length = 0
      this.stopListening?.()
      if (this.clientId !== null) this.member!.room.endPresence(this.clientId)
      rooms.leave(this, this.member?.room ?? null)
      this.emit('close', code, reason)
    })
  }

  get readyState(): number {
    return this.socket.readyState
  }

  get held(): Readonly<Member> | null {
    return this.member
  }

  get backlog(): number {
    return this.socket.bufferedAmount
  }

  /** What the client may do, and why not more. */
  get role(): { role: DocumentRole; reason: DocumentReadReason | null } {
    const { role, reason } = this.member!.opened
    return role === 'write' && this.isFull ? { role: 'read', reason: 'quota_exceeded' } : { role, reason }
  }

  /** The client's id among those who are there. */
  get clientId(): number | null {
    return this.member?.presence?.clientId ?? null
  }

  /** Called by Hocuspocus, once the document is loaded. */
  onConnected(connection: Connection): void {
    this.connection = connection
    const { file, kind, name, person: user, mayCopy, watermark } = this.member!.opened
    const pictures = this.rooms.picturesOf(this.member!.holder)
    const may = { ...this.role, may_copy: mayCopy, watermark }
    this.tell({ type: 'opened', file_id: file.fileId, name, kind, user, ...may, pictures })
    this.setConnected()
  }

  /** Called by Hocuspocus. */
  send(data: Uint8Array, done?: (error?: Error) => void): void {
    if (this.member !== null && this.member.opened.person === null && isPresence(data)) return done?.()
    this.largest = Math.max(this.largest, data.length)
    if (this.socket.bufferedAmount > BACKLOG + this.largest || this.rooms.isOverloadedBy(this)) {
      this.rooms.log.info('refused: a client reads a document too slowly')
      return this.socket.terminate()
    }
    this.socket.send(data, done)
  }

  /** Called by Hocuspocus. */
  ping(): void {
    this.socket.ping()
  }

  /** Called by Hocuspocus. */
  close(code?: number, reason?: string): void {
    this.socket.close(code, reason)
  }

  tell(message: DocumentMessage): void {
    if (this.member) this.send(statelessMessage(nameOf(this.member.holder.fileId), message))
  }

  closeWith(reason: DocumentCloseReason): void {
    this.queue.length = 0
    this.socket.close(documentCloseCodes[reason], reason)
    this.terminateSoon()
  }

  private terminateSoon(): void {
    setTimeout(() => this.socket.terminate(), CLOSING).unref()
  }

  /** Applies new rights, and a new name or place. */
  update(opened: OpenDocument): void {
    const member = this.member!
    const before = { ...member.opened, ...this.role }
    member.opened = opened
    this.tellRole(before)
    const isMoved = before.access.chain[0].parentId !== opened.access.chain[0].parentId
    if (before.name !== opened.name || isMoved) this.tell({ type: 'item', name: opened.name, is_moved: isMoved })
  }

  /** @param isFull whether the space of the document has no room */
  setFull(isFull: boolean): void {
    const before = { ...this.member!.opened, ...this.role }
    this.isFull = isFull
    this.tellRole(before)
  }

  private tellRole(before: Pick<OpenDocument, 'role' | 'reason' | 'mayCopy' | 'watermark'>): void {
    const { mayCopy, watermark } = this.member!.opened
    const { role, reason } = this.role
    if (this.connection) this.connection.readOnly = role === 'read'
    const hadWatermark = before.watermark !== null
    const isSame = before.role === role && before.reason === reason && before.mayCopy === mayCopy
    if (isSame && hadWatermark === (watermark !== null)) return
    this.tell({ type: 'role', role, reason, may_copy: mayCopy, watermark })
  }

  private receive(data: Buffer): void {
    this.queue.push(data)
    this.queued += data.length
    if (this.queued > QUEUE) this.socket.pause()
    void this.work()
  }

  private async work(): Promise<void> {
    if (this.isWorking) return
    this.isWorking = true
    try {
      for (let data = this.queue.shift(); data !== undefined; data = this.queue.shift()) {
        await this.handle(data)
        this.queued -= data.length
        if (this.queued <= QUEUE) this.socket.resume()
      }
    } catch (error) {
      this.fail(error)
    } finally {
      this.isWorking = false
    }
  }

  /** Closes the connection because of an error. */
  fail(error: unknown): void {
    if (error instanceof Refused && isCloseReason(error.code)) return this.closeWith(error.code)
    this.rooms.log.warn(error, 'cannot go on with a document')
    this.closeWith('document_busy')
  }

  private async handle(data: Uint8Array): Promise<void> {
    const message = readMessage(data)
    if (this.member === null) return this.enter(message, data)
    const { holder, presence } = this.member
    if (message.name !== nameOf(holder.fileId)) throw refusedUpdate()
    switch (message.kind) {
      case 'question':
        return this.pass(data)
      case 'update':
        return this.receiveUpdate(message)
      case 'presence': {
        const state = presence?.accept(message.states)
        if (!state) return
        this.member.room.tellPresence(state)
        return this.pass(presenceMessage(message.name, state))
      }
      case 'presence question':
        return presence ? this.pass(data) : undefined
      case 'close':
        return this.socket.close(1000)
      case 'auth':
      case 'other':
    }
  }

  /** The first message carries the token. */
  private async enter(message: ClientMessage, data: Uint8Array): Promise<void> {
    if (message.kind !== 'auth') throw new Refused('document_access')
    clearTimeout(this.late)
    const holder = this.rooms.readToken(message.token)
    if (message.name !== nameOf(holder.fileId)) throw new Refused('document_access')
    const { opened, room } = await this.rooms.enter(this, holder)
    if (this.socket.readyState !== this.socket.OPEN) return this.rooms.leave(this, room)
    const { person } = opened
    const presence = person && new PresenceFilter(person, (clientId) => this.rooms.isTaken(room, clientId))
    this.member = { holder, opened, room, presence }
    this.rooms.connect(this)
    this.pass(data)
  }

  private async receiveUpdate({ update, isAnswer }: Extract<ClientMessage, { kind: 'update' }>): Promise<void> {
    if (update.length > DOCUMENT_UPDATE_LIMIT) throw new Refused('document_update_too_large')
    await this.connected
    try {
      const isStored = await this.store(update)
      // One acknowledgement for each message.
      const more = isAnswer ? this.early.answered() : 0
      for (let n = 0; n <= more; n += 1) this.send(statusMessage(nameOf(this.member!.holder.fileId), isStored))
    } catch (error) {
      if (!this.early.holds(error, isAnswer)) throw error
    }
  }

  /** @returns false: the client may not write. @throws Refused as Room.check and Room.store */
  private async store(update: Uint8Array): Promise<boolean> {
    const { room, opened } = this.member!
    if (!room.check(update).isNews) return true
    if (this.role.role === 'write' && !(await room.hasRoom(opened.access.space.id))) this.setFull(true)
    if (this.role.role !== 'write' || opened.person === null) return false
    this.writerId = opened.person.id
    await room.store(update, this.writerId)
    return true
  }

  /** Gives a message to Hocuspocus. */
  private pass(data: Uint8Array): void {
    this.emit('message', data)
  }
}
