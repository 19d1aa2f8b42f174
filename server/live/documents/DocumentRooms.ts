import { Hocuspocus } from '@hocuspocus/server'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { FastifyBaseLogger } from 'fastify'
import { documentToken, picturesAddress, readDocumentToken, type DocumentHolder } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { KeyedSemaphore } from '../../limits/KeyedSemaphore'
import { MinuteLimit } from '../../limits/MinuteLimit'
import { networkOf } from '../../remote/networkAddress'
import { documentFacts } from '../../queries/documents/documents'
import { requireState } from '../../services/documents/body'
import { requireHeldDocument, type OpenDocument } from '../../services/documents/opening'
import { readRestorer } from '../../services/documents/restorers'
import { topicsOfItem } from '../subscriptions'
import { usualDocumentSettings, type DocumentSettings, type OpenDocuments } from './openDocuments'
import { DocumentSocket, type SocketHost } from './DocumentSocket'
import { nameOf } from './messages'
import { Peers } from './Peers'
import { Room } from './Room'

const MiB = 1024 * 1024

/** checks of rights at the same time */
const AT_ONCE = 4
/** ms after a failed check until the next */
const RETRY = 1000

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'log' | 'live' | 'sign' | 'storage' | 'lease'>

/** The documents that are open in this process, and the connections to them. */
export class DocumentRooms implements OpenDocuments, SocketHost {
  readonly log: FastifyBaseLogger
  private readonly rooms = new Map<number, { room: Room; members: Set<DocumentSocket>; stopListening: () => void }>()
  private readonly sockets = new Set<DocumentSocket>()
  private readonly hocuspocus: Hocuspocus
  private readonly checks = new KeyedSemaphore<string>(AT_ONCE, AT_ONCE)
  private readonly byUser: MinuteLimit<string>
  private readonly byNetwork: MinuteLimit<string>
  private readonly settings: DocumentSettings
  private readonly timers: NodeJS.Timeout[]
  private readonly peers: Peers
  private isClosed = false

  constructor(
    private readonly ports: Ports,
    settings: Partial<DocumentSettings> = {},
  ) {
    this.settings = { ...usualDocumentSettings, ...settings }
    this.log = ports.log
    this.peers = new Peers(ports.lease)
    this.byUser = new MinuteLimit(ports.clock, this.settings.perMinute.user)
    this.byNetwork = new MinuteLimit(ports.clock, this.settings.perMinute.network)
    this.hocuspocus = this.openHocuspocus()
    this.timers = [
      setInterval(() => this.recheckAll(), this.settings.recheck).unref(),
      setInterval(() => this.renewTokens(), this.settings.renew).unref(),
    ]
  }

  private openHocuspocus(): Hocuspocus {
    return new Hocuspocus({
      quiet: true,
      timeout: 30_000,
      onAuthenticate: async ({ context, connectionConfig }) => {
        connectionConfig.readOnly = socketIn(context).role.role === 'read'
      },
      onLoadDocument: async ({ document, context }) => {
        const socket = socketIn(context)
        try {
          await socket.held!.room.load(document)
        } catch (error) {
          socket.fail(error)
          // Hocuspocus forgets the document after this.
          setImmediate(() => this.forgetEmpty(socket.held!.room.itemId))
          throw error
        }
      },
      connected: async ({ connection, context }) => socketIn(context).onConnected(connection),
      // Hocuspocus gives up a client that answers no ping.
      onDisconnect: async ({ context }) => socketIn(context).close(),
      afterUnloadDocument: async ({ documentName }) => this.forgetEmpty(itemIdIn(documentName)),
    })
  }

  take(socket: WebSocket, request: IncomingMessage, ip: string): void {
    const taken = new DocumentSocket(socket, this, ip, this.settings.patience)
    if (this.isClosed) return taken.closeWith('document_busy')
    if (!this.byNetwork.tryCount(networkOf(ip))) return taken.closeWith('document_too_often')
    this.sockets.add(taken)
    taken.once('enter', () => this.hocuspocus.handleConnection(taken as never, request, { socket: taken }))
  }

  readToken(token: string): DocumentHolder {
    try {
      return readDocumentToken(this.ports.sign, token)
    } catch {
      throw new Refused('document_access')
    }
  }

  /** @throws Refused as requireHeldDocument and requireState, document_too_often, document_full, document_busy */
  async enter(socket: DocumentSocket, holder: DocumentHolder): Promise<{ opened: OpenDocument; room: Room }> {
    if (!this.byUser.tryCount(holder.actor)) throw new Refused('document_too_often')
    const opened = await this.checks.run('enter', async () => {
      const found = await requireHeldDocument(this.ports, holder)
      await requireState(this.ports, found.file, found.kind)
      return found
    })
    const { kind } = opened
    const size = (await documentFacts(this.ports.db, holder.fileId))?.size ?? 0
    const open = this.rooms.get(holder.fileId) ?? this.newRoom(holder.fileId, kind, size)
    if (open.members.size >= this.settings.connections) throw new Refused('document_full')
    open.members.add(socket)
    return { opened, room: open.room }
  }

  private newRoom(itemId: number, kind: OpenDocument['kind'], size: number) {
    const bytes = [...this.rooms.values()].reduce((sum, { room }) => sum + room.size, size)
    if (this.isClosed || this.rooms.size >= this.settings.documents || bytes > this.settings.bytes)
      throw new Refused('document_busy')
    const members = new Set<DocumentSocket>()
    const stopListening = this.ports.live.listen([{ name: 'restored', itemId }], (text) => tellRestored(members, text))
    const open = { room: new Room(this.ports, itemId, kind, this.peers), members, stopListening }
    open.room.size = size
    this.rooms.set(itemId, open)
    return open
  }

  connect(socket: DocumentSocket): void {
    socket.emit('enter')
    // Listens to what may change the rights, and checks them once more: they may have changed meanwhile.
    void this.recheck(socket)
  }

  leave(socket: DocumentSocket, room: Room | null): void {
    this.sockets.delete(socket)
    if (room === null) return
    const members = this.rooms.get(room.itemId)?.members ?? new Set<DocumentSocket>()
    members.delete(socket)
    const { writerId } = socket
    const writesElsewhere = [...members].some((member) => member.writerId === writerId)
    // A server that stops leaves it to the job: the writers go on elsewhere.
    if (writerId !== null && !writesElsewhere && !this.isClosed) room.endEditing(writerId)
    this.forgetEmpty(room.itemId)
  }

  /** Closes a room without members, once its document is not in memory. */
  private forgetEmpty(itemId: number): void {
    const open = this.rooms.get(itemId)
    const { documents, loadingDocuments } = this.hocuspocus
    const name = nameOf(itemId)
    if (open === undefined || open.members.size > 0 || documents.has(name) || loadingDocuments.has(name)) return
    this.rooms.delete(itemId)
    open.stopListening()
    void open.room.close()
  }

  isTaken(room: Room, clientId: number): boolean {
    return [...(this.rooms.get(room.itemId)?.members ?? [])].some((member) => member.clientId === clientId)
  }

  isOverloadedBy({ backlog }: DocumentSocket): boolean {
    if (backlog < MiB) return false
    let all = 0
    for (const socket of this.sockets) all += socket.backlog
    return all > this.settings.unread
  }

  /** Checks the rights of a connection soon. */
  private recheckSoon(socket: DocumentSocket): void {
    if (socket.isRecheckDue) return
    socket.isRecheckDue = true
    setTimeout(() => void this.recheck(socket), this.settings.gather)
  }

  private async recheck(socket: DocumentSocket): Promise<void> {
    if (socket.isRechecking || !this.sockets.has(socket)) return
    socket.isRechecking = true
    socket.isRecheckDue = false
    try {
      await this.checks.run('again', () => this.checkAgain(socket))
    } catch (error) {
      if (error instanceof Refused) socket.fail(error)
      else {
        this.log.warn(error, 'cannot check the rights of a connection to a document')
        setTimeout(() => this.recheckSoon(socket), RETRY).unref()
      }
    } finally {
      socket.isRechecking = false
      if (socket.isRecheckDue) void this.recheck(socket)
    }
  }

  private async checkAgain(socket: DocumentSocket): Promise<void> {
    const { db, live } = this.ports
    const { holder, room } = socket.held!
    await live.isReady()
    const opened = await requireHeldDocument(this.ports, holder)
    const topics = await topicsOfItem(db, opened.actor, opened.access)
    if (!this.sockets.has(socket)) return
    socket.stopListening?.()
    const isFirst = socket.stopListening === null
    socket.stopListening = live.listen(topics, () => this.recheckSoon(socket))
    socket.update(opened)
    const isFull = socket.role.reason === 'quota_exceeded' && !(await room.hasRoom(opened.access.space.id))
    if (!isFull && socket.role.reason === 'quota_exceeded') socket.setFull(false)
    // What changed before the topics were known was not heard.
    if (isFirst) socket.update(await requireHeldDocument(this.ports, holder))
  }

  private recheckAll(): void {
    for (const socket of this.sockets) if (socket.held) this.recheckSoon(socket)
  }

  private renewTokens(): void {
    for (const socket of this.sockets) if (socket.held) this.renewToken(socket)
  }

  private renewToken(socket: DocumentSocket): void {
    const { holder } = socket.held!
    const access = documentToken(this.ports.sign, holder)
    socket.tell({ type: 'access', access, pictures: this.picturesOf(holder) })
  }

  picturesOf(holder: DocumentHolder): string {
    return picturesAddress(this.ports.sign, holder)
  }

  get counts(): { documents: number; connections: number } {
    return { documents: this.rooms.size, connections: this.sockets.size }
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const timer of this.timers) clearInterval(timer)
    for (const socket of this.sockets) socket.closeWith('document_busy')
    await Promise.all([...this.rooms.values()].map(({ room }) => room.close()))
  }
}

/** Tells people that somebody restored a version. Visitors of links learn of nobody. @param text undefined when notifications may be missing */
function tellRestored(members: Iterable<DocumentSocket>, text: string | undefined): void {
  if (text === undefined) return
  const user = readRestorer(text)
  for (const member of members) if (member.held?.opened.person) member.tell({ type: 'restored', user })
}

function itemIdIn(documentName: string): number {
  return Number(documentName.slice(nameOf(0).length - 1))
}

function socketIn(context: unknown): DocumentSocket {
  return (context as { socket: DocumentSocket }).socket
}
