import type { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import type { DocumentKind } from '@/contract/documents'
import { DOCUMENT_STATE_LIMIT } from '@/domain/documents/bounds'
import type { Dependencies } from '../../dependencies'
import { itemNotFound, Refused } from '../../errors'
import { setEditingLock } from '../../queries/documents/documents'
import { endEditingLock } from '../../queries/items/locks'
import { insertUpdates, loadContents, loadNewer } from '../../queries/documents/updates'
import { spaceUse } from '../../queries/items/spaces'
import { applyStored } from '../../services/documents/body'
import { checkUpdate, prepareRoots } from '../../services/documents/checkUpdate'
import type { PresenceState } from './messages'
import type { Peers } from './Peers'
import { Presence } from './Presence'

export type RoomPorts = Pick<Dependencies, 'db' | 'clock' | 'log' | 'live'>

/** ms in which the use of a space, and the exact size of a large document, are computed once */
const FRESH = 5000
/** ms between two signs that somebody edits the document */
const LOCK_INTERVAL = 30_000
/** updates stored by one statement */
const BATCH = 200
/** ms after a failed read of updates until the next */
const RETRY = 1000

interface Waiting {
  update: Uint8Array
  userId: number
  resolve(): void
  reject(error: unknown): void
}

/** A document that is open in this process. */
export class Room {
  /** Bytes of the stored contents. */
  size = 0
  private document: (Y.Doc & { awareness: Awareness }) | null = null
  private presence: Presence | null = null
  /** The number of the newest update that the document in memory has, with all before it. */
  private seen = 0
  private readonly waiting: Waiting[] = []
  private storing: Promise<void> | null = null
  private pulling: Promise<void> | null = null
  private isNewer = false
  private isClosed = false
  private stopListening: (() => void) | null = null
  private lockedAt = 0
  private showing: Promise<void> = Promise.resolve()
  private exact = { at: -Infinity, size: 0 }
  private use: { at: number; free: Promise<number> } | null = null

  constructor(
    private readonly ports: RoomPorts,
    readonly itemId: number,
    readonly kind: DocumentKind,
    private readonly peers: Peers,
  ) {}

  /** Fills the document in memory. @throws Refused item_not_found */
  async load(document: Y.Doc & { awareness: Awareness }): Promise<void> {
    const { db, live } = this.ports
    this.stopListening?.()
    this.stopListening = live.listen([{ name: 'document', itemId: this.itemId }], () => this.pull())
    await live.isReady()
    const stored = await loadContents(db, this.itemId)
    if (stored === undefined) throw itemNotFound()
    if (this.isClosed) throw new Refused('document_busy')
    prepareRoots(document, this.kind)
    applyStored(document, stored)
    this.seen = stored.sequence
    this.size = stored.size
    this.document = document
    // Hocuspocus destroys a document that leaves the memory.
    document.once('destroy', () => this.unload())
    this.presence = new Presence(this.ports, this.itemId, this.peers, () => this.document?.awareness ?? null)
    if (this.isNewer) this.pull()
  }

  /** The document has left the memory. */
  private unload(): void {
    this.document = null
    this.presence?.close()
    this.presence = null
    this.stopListening?.()
    this.stopListening = null
  }

  /** Tells other processes where a reader is. */
  tellPresence(state: PresenceState): void {
    this.presence?.tell(state)
  }

  /** Tells other processes that a reader has left. */
  endPresence(clientId: number): void {
    this.presence?.leave(clientId)
  }

  /** @throws Refused as checkUpdate, document_too_large, document_outdated if the document has left the memory */
  check(update: Uint8Array): { isNews: boolean } {
    if (this.document === null) throw new Refused('document_outdated')
    const { onlyDeletes, isNews } = checkUpdate(this.document, this.kind, update)
    if (!onlyDeletes && isNews && this.size + update.length > DOCUMENT_STATE_LIMIT) this.requireExactSize(update.length)
    return { isNews }
  }

  /** The size grows with each update until a job folds it, so the exact size decides. @throws Refused document_too_large */
  private requireExactSize(more: number): void {
    const now = performance.now()
    if (now - this.exact.at > FRESH) this.exact = { at: now, size: Y.encodeStateAsUpdate(this.document!).length }
    this.exact.size += more
    if (this.exact.size > DOCUMENT_STATE_LIMIT) throw new Refused('document_too_large')
  }

  /** Whether the space has room for the next version of the document. @param spaceId the root of the space */
  async hasRoom(spaceId: number): Promise<boolean> {
    const now = performance.now()
    if (this.use === null || now - this.use.at > FRESH) {
      const free = spaceUse(this.ports.db, spaceId).then(({ usedBytes, quota }) =>
        quota === null ? Infinity : quota - usedBytes,
      )
      this.use = { at: now, free }
    }
    return (await this.use.free) >= this.size
  }

  /** Stores an update, then applies it, so that everybody sees it. @throws Refused item_not_found */
  store(update: Uint8Array, userId: number): Promise<void> {
    const stored = new Promise<void>((resolve, reject) => this.waiting.push({ update, userId, resolve, reject }))
    this.storing ??= this.storeAll().finally(() => (this.storing = null))
    this.showEditing(userId)
    return stored
  }

  /** Resolves once every update is stored that was given to `store`. */
  async whenStored(): Promise<void> {
    while (this.storing !== null) await this.storing
  }

  private async storeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH)
      try {
        await this.storeBatch(batch)
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  private async storeBatch(batch: readonly Waiting[]): Promise<void> {
    const { db, clock } = this.ports
    const updates = batch.map(({ update }) => update)
    const userId = batch.at(-1)!.userId
    const stored = await insertUpdates(db, { itemId: this.itemId, updates, userId, at: clock() })
    if (stored === undefined) throw itemNotFound()
    this.size = stored.size
    const { document } = this
    if (document === null) return
    for (const update of updates) Y.applyUpdate(document, update)
    // Otherwise other processes have stored something in between, and the pull fetches everything since `seen`.
    if (this.seen === stored.sequence - updates.length) this.seen = stored.sequence
  }

  /** Fetches what other processes have stored. */
  private pull(): void {
    this.isNewer = true
    if (this.document === null || this.isClosed) return
    this.pulling ??= this.pullAll().finally(() => {
      this.pulling = null
      if (this.isNewer) this.pull()
    })
  }

  private async pullAll(): Promise<void> {
    while (this.isNewer && this.document !== null) {
      this.isNewer = false
      try {
        const newer = await loadNewer(this.ports.db, this.itemId, this.seen)
        if (newer === undefined || this.document === null) return
        this.size = newer.size
        if (newer.sequence <= this.seen) continue
        applyStored(this.document, newer)
        this.seen = newer.sequence
      } catch (error) {
        this.ports.log.warn(error, 'cannot read the updates of a document')
        setTimeout(() => this.pull(), RETRY).unref()
        return
      }
    }
  }

  /** Shows in lists who edits the document. */
  private showEditing(userId: number): void {
    const { db, clock, log } = this.ports
    const now = performance.now()
    if (now - this.lockedAt < LOCK_INTERVAL && this.lockedAt !== 0) return
    this.lockedAt = now
    this.showing = this.showing
      .then(() => setEditingLock(db, this.itemId, userId, clock()))
      .catch((error: unknown) => log.warn(error, 'cannot show who edits a document'))
  }

  /** Shows a user no longer who has left. Others show themselves with their next change; in another process with their next sign. */
  endEditing(userId: number): void {
    const { db, log } = this.ports
    this.lockedAt = 0
    this.showing = this.showing
      .then(() => endEditingLock(db, this.itemId, userId))
      .catch((error: unknown) => log.warn(error, 'cannot end the sign of editing'))
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.whenStored()
    await this.showing
    this.unload()
    await this.pulling
  }
}
