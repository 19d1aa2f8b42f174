import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type {
  DocumentCloseReason,
  DocumentMessage,
  DocumentPerson,
  DocumentReadReason,
  DocumentRole,
} from '@/contract/documents'
import { accessIn } from '@/domain/documents/address'
import { afterClosing, closingReason } from '@/domain/documents/closing'
import { createCanceler } from '@/platform/canceler'
import { DocumentSession } from './DocumentSession'

interface Dependencies {
  api: Api
  fileId: number
  /** The address of the server's socket. */
  socketAddress: string
  /** The token that came with the page's address. */
  access: string | null
  /** Whether nobody is signed in, so that only the token lets in. */
  isGuest: boolean
}

/** Why a document is not shown. `elsewhere`: another editor shows it. `message`: the server's words, or why there was no answer. */
export type Ending =
  { kind: 'closed'; reason: DocumentCloseReason } | { kind: 'failed'; message: Message } | { kind: 'elsewhere' }

interface Lost {
  text: string
  reason: DocumentCloseReason | DocumentReadReason | null
  /** The copy that has the text. */
  session: DocumentSession
}

type Hidden = 'deps' | 'hasOpened' | 'access' | 'hasAsked' | 'canceler'

/** A text that several people edit (DOC-02 to DOC-04): what its page shows beside the text. */
export class DocumentStore {
  /** Set while there is a copy in this page; another one after unacknowledged changes were discarded. */
  session: DocumentSession | null = null
  /** Whether the copy has the contents, and the server has said what the user may do. */
  isLoaded = false
  name = ''
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
  /** What the server has not stored, and why; null where nothing is lost. */
  lost: Lost | null = null
  private hasOpened = false
  private access: string | null
  /** Whether a newer token was asked for since the last one that let in. */
  private hasAsked = false
  private readonly canceler = createCanceler()

  constructor(private readonly deps: Dependencies) {
    this.access = deps.access
    makeAutoObservable<this, Hidden>(this, {
      session: observable.ref,
      user: observable.ref,
      people: observable.ref,
      ending: observable.ref,
      lost: observable.ref,
      deps: false,
      hasOpened: false,
      access: false,
      hasAsked: false,
      canceler: false,
    })
  }

  get mayWrite(): boolean {
    return this.role === 'write' && this.isLoaded
  }

  /** Opens the document, also again after it failed. */
  async open() {
    this.ending = null
    if (this.access !== null || (await this.askAccess())) this.begin()
  }

  /** The user has read what was lost. */
  forgetLost() {
    this.lost = null
  }

  dispose() {
    this.canceler.cancel()
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
      },
    )
  }

  private heard(message: DocumentMessage) {
    switch (message.type) {
      case 'opened':
        this.hasAsked = false
        this.waitingFor = null
        this.name = message.name
        this.user = message.user
        if (message.user === null) this.session?.keepAsking()
        this.hasOpened = true
        this.turned(message)
        return this.changed()
      case 'role':
        return this.turned(message)
      case 'item':
        this.name = message.name
        return
      case 'access':
        this.access = message.access
    }
  }

  private turned({ role, reason, watermark }: Pick<DocumentStore, 'role' | 'reason' | 'watermark'>) {
    const mayNoLonger = this.role === 'write' && role === 'read'
    Object.assign(this, { role, reason, watermark })
    if (mayNoLonger) this.lose(reason)
  }

  private changed() {
    const { session } = this
    if (session === null) return
    const { isConnected, isSaved, people } = session
    Object.assign(this, { isConnected, isSaved, people })
    if (isConnected && this.hasOpened) this.isLoaded = true
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
    this.lose(reason)
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
    const { api, fileId, isGuest } = this.deps
    const { canceler } = this
    try {
      const how = isGuest ? ({ handledCodes: 'all', canceler } as const) : { quiet: true, canceler }
      const { access_url: address } = await api.call('GET /yiqixie/get_access_url', { file_id: fileId }, how)
      return !canceler.canceled && this.answered(accessIn(address))
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!canceler.canceled) this.failed(messageOf(error.failure))
      return false
    }
  }

  private answered(access: string | null): boolean {
    this.access = access
    if (access === null) this.ending = { kind: 'elsewhere' }
    return access !== null
  }

  private failed(message: Message) {
    this.ending = { kind: 'failed', message }
  }
}
