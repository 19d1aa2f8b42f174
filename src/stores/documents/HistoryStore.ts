import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Reply } from '@/contract/api'
import type { DocumentVersion } from '@/contract/documents'
import type { ErrorCode } from '@/contract/errorCodes'
import { createCanceler } from '@/platform/canceler'
import type { NameOutcome } from '@/stores/items/ItemNames'

/** Refusals of a name that its form shows. */
const nameCodes: readonly ErrorCode[] = ['document_name_too_long', 'content_refused', 'content_unchecked']

/** The history of a document: its versions, their names and their contents (DOC-05). */
export class HistoryStore {
  /** Newest first; null until loaded. */
  versions: readonly DocumentVersion[] | null = null
  hasMore = false
  /** null before the first change */
  lastChange: Reply<'GET /apps/documents/history'>['last_change'] = null
  /** Why loading failed. */
  error: Message | null = null
  isLoading = false
  isRestoring = false
  private readonly states = new Map<number, Promise<Uint8Array>>()
  private readonly canceler = createCanceler()

  constructor(
    private readonly api: Api,
    private readonly fileId: number,
  ) {
    makeAutoObservable<this, 'api' | 'fileId' | 'states' | 'canceler'>(this, {
      versions: observable.ref,
      lastChange: observable.ref,
      error: observable.ref,
      api: false,
      fileId: false,
      states: false,
      canceler: false,
    })
  }

  /** Whether the newest version lacks something that was written since. */
  get isNewer(): boolean {
    const [newest] = this.versions ?? []
    return this.lastChange !== null && (newest === undefined || this.lastChange.at > newest.created_at)
  }

  /** Loads the newest versions, also again. */
  async open() {
    await this.load(undefined)
  }

  /** Loads older versions. */
  async more() {
    const oldest = this.versions?.at(-1)
    if (oldest && this.hasMore && !this.isLoading) await this.load(oldest.version_id)
  }

  /** The version before another one; undefined where there is none, or where it is not loaded. */
  before(versionId: number): DocumentVersion | undefined {
    return this.versions?.find(({ version_id }) => version_id < versionId)
  }

  /** Names a version, or the present state. */
  async name(name: string, versionId: number | undefined): Promise<NameOutcome> {
    try {
      const request = { file_id: this.fileId, name, version_id: versionId }
      const { version } = await this.api.call('POST /apps/documents/name_version', request, { handledCodes: nameCodes })
      if (versionId === undefined) await this.open()
      else this.replace(version)
      return { done: true }
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      const isShown = error.code === undefined || !nameCodes.includes(error.code)
      return { done: false, fault: isShown ? null : messageOf(error.failure) }
    }
  }

  /** The Yjs state of a version. @throws ApiFailure */
  contents(versionId: number): Promise<Uint8Array> {
    const known = this.states.get(versionId)
    if (known) return known
    const state = this.fetch(versionId)
    this.states.set(versionId, state)
    state.catch(() => this.states.delete(versionId))
    return state
  }

  /** Restores a version. @returns the version that contains what was there before; null if it failed, which the app has shown */
  async restore(versionId: number): Promise<number | null> {
    this.isRestoring = true
    try {
      const request = { file_id: this.fileId, version_id: versionId }
      const { earlier_version_id } = await this.api.call('POST /apps/documents/restore', request)
      return earlier_version_id
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      return null
    } finally {
      this.restored()
    }
  }

  dispose() {
    this.canceler.cancel()
  }

  private async load(before: number | undefined) {
    this.isLoading = true
    this.error = null
    const { canceler } = this
    try {
      const asked = { file_id: this.fileId, before }
      const answer = await this.api.call('GET /apps/documents/history', asked, { quiet: true, canceler })
      this.loaded(answer, before === undefined ? [] : (this.versions ?? []))
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!canceler.canceled) this.failed(messageOf(error.failure))
    }
  }

  private loaded(answer: Reply<'GET /apps/documents/history'>, newer: readonly DocumentVersion[]) {
    this.versions = [...newer, ...answer.versions]
    this.hasMore = answer.has_more
    this.lastChange = answer.last_change
    this.isLoading = false
  }

  private failed(error: Message) {
    this.error = error
    this.isLoading = false
  }

  private replace(version: DocumentVersion) {
    this.versions = (this.versions ?? []).map((each) => (each.version_id === version.version_id ? version : each))
  }

  private restored() {
    this.isRestoring = false
  }

  private async fetch(versionId: number): Promise<Uint8Array> {
    const { canceler } = this
    const asked = { file_id: this.fileId, version_id: versionId }
    const { state } = await this.api.call('GET /apps/documents/version', asked, { quiet: true, canceler })
    return Uint8Array.from(atob(state), (character) => character.charCodeAt(0))
  }
}
