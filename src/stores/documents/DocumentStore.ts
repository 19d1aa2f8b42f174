import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import { messageOf } from '@/api/reactions'
import type {
  DocumentCloseReason,
  DocumentKind,
  DocumentMessage,
  DocumentPerson,
  DocumentReadReason,
  DocumentRole,
} from '@/contract/documents'
import { accessIn } from '@/domain/documents/address'
import { afterClosing, closingReason, endsDocument } from '@/domain/documents/closing'
import { createCanceler } from '@/platform/canceler'
import type { DocumentPorts } from './DocumentPorts'
import { DocumentSession } from './DocumentSession'
import type { Ending, Lost } from './Ending'
import { insertedText } from './insertedText'
import { UnsentChanges } from './UnsentChanges'

type Hidden = 'deps' | 'hasOpened' | 'access' | 'hasAsked' | 'canceler' | 'unsent' | 'stopTimer'

/** ms after a change until the phone keeps what the server has not acknowledged; usually it has by then */
const UNTIL_KEPT = 300

/** A document that several people edit (DOC-02 to DOC-04): what its page shows beside the contents. */
export class DocumentStore {
  /** Set while there is a copy in this page; another one after unacknowledged changes were discarded. */
  session: DocumentSession | null = null
  /** Whether the copy has the contents, and the server has said what the user may do. */
  isLoaded = false
  name = ''
  /** null until the server has said it */
  kind: DocumentKind | null = null
  user: DocumentPerson | null = null
  role: DocumentRole = 'read'
  reason: DocumentReadReason | null = null
  watermark: string | null = null
  isConnected = false
  isSaved = true
  people: readonly DocumentPerson[] = []
  /** Why the server lets nobody in at present. */
  waitingFor: DocumentCloseReason | null = null
  ending: Ending | null = null
  /** Whether the phone keeps what the server has not acknowledged, so that leaving the page loses nothing. */
  isKept = false
  /** What the server has not stored, and why; null where nothing is lost. */
  lost: Lost | null = null
  /** The name of the other person who last restored a version, until the user has read so. */
  restoredBy: string | null = null
  private hasOpened = false
  private access: string | null
  /** Whether a newer token was asked for since the last one that let in. */
  private hasAsked = false
  private readonly canceler = createCanceler()
  private readonly unsent: UnsentChanges
  private stopTimer: (() => void) | null = null

  constructor(private readonly deps: DocumentPorts) {
    this.access = deps.access
    this.unsent = new UnsentChanges(deps.platform.storage, deps.fileId)
    makeAutoObservable<this, Hidden>(this, {
      session: observable.ref,
      user: observable.ref,
      people: observable.struct,
      ending: observable.ref,
      lost: observable.ref,
      deps: false,
      hasOpened: false,
      access: false,
      hasAsked: false,
      canceler: false,
      unsent: false,
      stopTimer: false,
    })
  }

  get mayWrite(): boolean {
    return this.role === 'write' && this.isLoaded
  }

  /** Whether the user may see earlier versions: everybody who may write, also while something keeps them from it. */
  get hasHistory(): boolean {
    return this.isLoaded && this.reason !== 'permission_denied'
  }

  /** Opens the document, also again after it failed. */
  async open() {
    this.ending = null
    if (this.access !== null || (await this.askAccess())) this.begin()
  }

  /** The user has read what was lost. */
  forgetLost() {
    this.unsent.clear()
    this.lost = null
  }

  /** The user has read who restored a version. */
  forgetRestored() {
    this.restoredBy = null
  }

  /** Keeps on the phone what the server has not acknowledged; call it before the page ends. */
  keepUnsent() {
    this.stopTimer?.()
    this.stopTimer = null
    // A reader who has read what is lost keeps nothing of it.
    const mayKeep = this.isOwner && (this.role === 'write' || this.lost !== null)
    const changes = mayKeep ? this.session?.unsent : null
    this.isKept = changes ? this.unsent.keep(changes) : false
  }

  dispose() {
    this.canceler.cancel()
    this.keepUnsent()
    this.session?.leave()
  }

  private begin() {
    const { fileId, socketAddress } = this.deps
    this.hasOpened = false
    this.isLoaded = false
    this.session = new DocumentSession(
      { fileId, socketAddress, access: () => this.access ?? '' },
      {
        onMessage: (message) => this.heard(message),
        onChange: () => this.changed(),
        onClose: (code, reason) => this.closed(code, reason),
        onWritten: () => this.wrote(),
        onSaved: () => this.saved(),
      },
    )
  }

  private heard(message: DocumentMessage) {
    switch (message.type) {
      case 'opened':
        this.hasAsked = false
        this.waitingFor = null
        this.name = message.name
        this.kind = message.kind
        this.user = message.user
        if (message.user === null) this.session?.keepAsking()
        this.hasOpened = true
        this.turned(message)
        return this.changed()
      case 'role':
        if (this.role === 'read' && message.role === 'write') this.session?.sendAgain()
        return this.turned(message)
      case 'item':
        return void (this.name = message.name)
      case 'restored':
        if (message.user.id !== this.user?.id) this.restoredBy = message.user.name
        return
      case 'access':
        this.access = message.access
    }
  }

  private turned({ role, reason, watermark }: Pick<DocumentStore, 'role' | 'reason' | 'watermark'>) {
    const mayNoLonger = this.role === 'write' && role === 'read'
    Object.assign(this, { role, reason, watermark })
    if (mayNoLonger) this.lose(reason)
    // What an earlier page had to give up can be stored after all.
    if (this.mayWrite && this.session && this.lost?.session === null) {
      this.lost = null
      this.repeatUnsent(this.session)
    }
  }

  /** Whether the storage of the phone belongs to the person who writes. */
  private get isOwner(): boolean {
    return this.user !== null && this.user.id === this.deps.userId
  }

  private wrote() {
    this.isSaved = false
    this.isKept = false
    if (this.isOwner) this.stopTimer ??= this.deps.platform.clock.after(UNTIL_KEPT, () => this.keepUnsent())
  }

  private saved() {
    this.stopTimer?.()
    this.stopTimer = null
    this.isKept = false
    this.unsent.drop()
  }

  /** Makes the changes that an earlier page could not send; says what is lost where the user may no longer write. */
  private repeatUnsent(session: DocumentSession) {
    const changes = this.isOwner ? this.unsent.all : null
    if (changes === null) return
    if (this.role === 'read') return this.loseUnsent(changes, this.reason)
    this.unsent.adopt(changes)
    session.repeat(changes)
    if (session.isSaved) this.unsent.drop()
  }

  private loseUnsent(changes: Uint8Array, reason: Lost['reason']) {
    const text = insertedText([changes])
    if (text !== '') this.lost = { text, reason, session: null }
    else this.unsent.clear()
  }

  private changed() {
    const { session } = this
    if (session === null) return
    const { isConnected, isSaved, people } = session
    Object.assign(this, { isConnected, isSaved, people })
    if (isConnected && this.hasOpened && !this.isLoaded) {
      this.isLoaded = true
      this.repeatUnsent(session)
    }
    // Acknowledged after all, because it was on its way, or the user may write again.
    if (isSaved && this.lost?.session === session) this.lost = null
  }

  private closed(code: number, text: string) {
    const reason = closingReason(code, text)
    this.isConnected = false
    this.people = []
    switch (afterClosing(code)) {
      case 'again':
        this.waitingFor = reason === 'document_outdated' ? null : reason
        return
      case 'askAccess':
        return void this.renew()
      case 'discard':
        this.stop(reason)
        return this.begin()
      case 'end':
        this.stop(reason)
        this.ending = { kind: 'closed', reason: reason ?? 'permission_denied' }
    }
  }

  /** Throws the copy away. */
  private stop(reason: DocumentCloseReason | null) {
    this.keepUnsent()
    // With another token, of the same user, what is kept can be sent.
    if (reason !== 'document_access') this.unsent.clear()
    if (reason !== 'document_access' || !this.isKept) this.lose(reason)
    this.session?.end()
    this.session = null
    this.isLoaded = false
    this.isSaved = true
  }

  private lose(reason: Lost['reason']) {
    const { session } = this
    const text = session?.unsavedText ?? ''
    if (session !== null && text !== '') this.lost = { text, reason, session }
  }

  private async renew() {
    const { session } = this
    session?.pause()
    if (this.hasAsked || !(await this.askAccess())) {
      this.stop('document_access')
      this.ending ??= { kind: 'closed', reason: 'document_access' }
      return
    }
    this.hasAsked = true
    session?.hurry()
  }

  /** Asks for a token. Otherwise says why there is none. */
  private async askAccess(): Promise<boolean> {
    const { api, fileId, userId } = this.deps
    const { canceler } = this
    try {
      const how = userId === null ? ({ handledCodes: 'all', canceler } as const) : { quiet: true, canceler }
      const { access_url: address } = await api.call('GET /yiqixie/get_access_url', { file_id: fileId }, how)
      return !canceler.canceled && this.answered(accessIn(address))
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!canceler.canceled) this.refused(error)
      return false
    }
  }

  private answered(access: string | null): boolean {
    this.access = access
    if (access === null) this.ending = { kind: 'elsewhere' }
    return access !== null
  }

  private refused({ failure, code }: ApiFailure) {
    this.ending = { kind: 'failed', message: messageOf(failure) }
    if (!endsDocument(code) || this.deps.userId === null) return
    if (this.session) return this.stop(code)
    const changes = this.unsent.all
    this.unsent.clear()
    if (changes) this.loseUnsent(changes, code)
  }
}
