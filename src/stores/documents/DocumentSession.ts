import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import * as Y from 'yjs'
import type { DocumentMessage, DocumentPerson } from '@/contract/documents'
import { pictureAddress } from '@/domain/documents/pictures'
import { HeldMessages } from './HeldMessages'
import { insertedText } from './insertedText'

interface Opening {
  fileId: number
  /** The address of the server's socket. */
  socketAddress: string
  /** The newest token. */
  access(): string
}

interface Listener {
  /** The server says something beside the document. */
  onMessage(message: DocumentMessage): void
  /** The connection, what is saved, or who is there changed. */
  onChange(): void
  onClose(code: number, reason: string): void
  /** This page changed the document. */
  onWritten(): void
  /** The server has acknowledged everything, also after `leave`. */
  onSaved(): void
}

/** ms after which a page that the user leaves stops waiting for the server's acknowledgement */
const PATIENCE = 5000
/** ms between two questions of a reader whose connection would otherwise be silent; the provider takes 30 s of silence for a cut */
const QUESTION = 20_000

/** One copy of a document in this page, and its connection to the server. */
export class DocumentSession {
  readonly document = new Y.Doc()
  readonly provider: HocuspocusProvider
  private readonly socket: HocuspocusProviderWebsocket
  /** Changes of this page that the server has not acknowledged. */
  private pending: Uint8Array[] = []
  private questions: ReturnType<typeof setInterval> | undefined
  private isOver = false
  /** The signed address of the pictures; null until the server has said it. */
  private pictures: string | null = null
  readonly fileId: number
  /** The newest token. */
  readonly access: () => string
  /** Keeps what others write back while somebody composes letters. */
  readonly composing: HeldMessages
  /** Called when this page has restored an earlier version, after which one's own steps have nothing left to undo. */
  readonly onRestored = new Set<() => void>()
  /** The words that changes add, for those who must copy them. */
  describeUnsaved: (updates: readonly Uint8Array[]) => string = insertedText

  constructor(
    { fileId, socketAddress, access }: Opening,
    private readonly listener: Listener,
  ) {
    this.fileId = fileId
    this.access = access
    this.document.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === this.provider) return
      this.pending.push(update)
      this.tell(() => listener.onWritten())
    })
    this.socket = new HocuspocusProviderWebsocket({
      url: socketAddress,
      delay: 1000,
      factor: 1.5,
      maxDelay: 10_000,
      // The handshake sends everything that the server lacks. Messages from before the cut would build on what it lacks.
      onOpen: () => void (this.socket['messageQueue'] = []),
      onClose: ({ event }) => this.tell(() => listener.onClose(event.code, event.reason)),
      onStatus: () => this.tell(() => listener.onChange()),
    })
    this.provider = new HocuspocusProvider({
      websocketProvider: this.socket,
      name: `file_${fileId}`,
      document: this.document,
      token: access,
      onStateless: ({ payload }) => this.tell(() => this.heard(JSON.parse(payload) as DocumentMessage)),
      onSynced: () => this.tell(() => listener.onChange()),
      onUnsyncedChanges: ({ number }) => {
        if (number === 0) {
          this.pending = []
          listener.onSaved()
        }
        this.tell(() => listener.onChange())
      },
      onAwarenessChange: () => this.tell(() => listener.onChange()),
    })
    this.composing = new HeldMessages(this.provider)
    this.provider.attach()
  }

  /** Whether the server and this page know each other's changes. */
  get isConnected(): boolean {
    return this.provider.isSynced
  }

  get isSaved(): boolean {
    return this.pending.length === 0
  }

  /** The changes that the server has not acknowledged; null if there are none. */
  get unsent(): Uint8Array | null {
    if (this.pending.length > 1) this.pending = [Y.mergeUpdates(this.pending)]
    return this.pending[0] ?? null
  }

  /** Makes changes of an earlier page, which the server may have stored. Call it once the copy has the contents. */
  repeat(changes: Uint8Array): void {
    Y.applyUpdate(this.document, changes)
  }

  /** The words that the server has not acknowledged. */
  get unsavedText(): string {
    return this.describeUnsaved(this.pending)
  }

  /** Who else is there, each person once. */
  get people(): DocumentPerson[] {
    const states = this.provider.awareness?.getStates() ?? new Map<number, { user?: unknown }>()
    const people = new Map<number, DocumentPerson>()
    for (const [client, { user }] of states) {
      if (client !== this.document.clientID && isPerson(user)) people.set(user.id, user)
    }
    return [...people.values()]
  }

  /** Keeps the connection of a reader, who hears of nobody. */
  keepAsking(): void {
    this.questions ??= setInterval(() => this.provider.forceSync(), QUESTION)
  }

  /** Connects at once instead of at the next attempt. */
  hurry(): void {
    if (!this.isOver && !this.isConnected) void this.socket.connect()
  }

  /** Connects anew if the server refused changes: the handshake sends what the server lacks. */
  sendAgain(): void {
    if (!this.isSaved) this.socket.webSocket?.close()
  }

  /** Stops connecting until `hurry`. */
  pause(): void {
    this.socket.disconnect()
  }

  /** Ends the connection; what is on its way to the server is acknowledged first. */
  leave(): void {
    if (this.isSaved || !this.isConnected) return this.end()
    this.isOver = true
    this.provider.awareness?.setLocalState(null)
    const timer = setTimeout(() => this.end(), PATIENCE)
    this.provider.on('unsyncedChanges', ({ number }: { number: number }) => {
      if (number > 0) return
      clearTimeout(timer)
      this.end()
    })
  }

  /** Ends the connection now. */
  end(): void {
    this.isOver = true
    clearInterval(this.questions)
    this.composing.stop()
    this.provider.destroy()
    this.socket.destroy()
    // A destroyed socket still connects again if its connection was lost within the last `delay`.
    this.socket.connect = async () => undefined
    this.document.destroy()
  }

  /** The address of a picture that the text names; null before the document is open. */
  addressOf(picture: string): string | null {
    return this.pictures === null ? null : pictureAddress(this.pictures, picture)
  }

  private heard(message: DocumentMessage): void {
    if ('pictures' in message) this.pictures = message.pictures
    this.listener.onMessage(message)
  }

  private tell(act: () => void): void {
    if (!this.isOver) act()
  }
}

function isPerson(user: unknown): user is DocumentPerson {
  return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'number'
}
