import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import { FileRequestApi } from '@/api/FileRequestApi'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { FileRequestInfo, Contributor } from '@/contract/fileRequests'
import { personKey, FILES_PER_PERSON } from '@/domain/fileRequests/files'
import type { PickSource, PickedFile } from '@/platform/Platform'
import { FileUnreadable } from '@/platform/fileFailures'
import { createCanceler } from '@/platform/canceler'
import { reportError } from '@/stores/app/reportError'
import { unreadableWords } from '@/stores/uploads/uploadFaults'
import { withAllowedName } from '@/stores/uploads/uploadQuestions'
import { HandInEntry } from './HandInEntry'
import { endings } from './endings'
import type { HandInPhone } from './HandInPhone'
import { refusalOf, type Remark } from './remarks'
import { sendHandIn } from './sendHandIn'

/** Storage key, before the name of a link, of the token by which a device hands in. */
const TOKEN_KEY = 'satchel.collect.'
/** names suggested at a time */
const MOST_SUGGESTED = 8

interface Dependencies {
  api: Api
  platform: HandInPhone
}

type Hidden = 'deps' | 'api' | 'uniqueName' | 'token' | 'persons' | 'isJoining' | 'lastId' | 'canceler'

/** The page of a collecting link: the contributor's name, the files to be handed in, and those handed in (AH-25). */
export class HandInStore {
  phase: 'loading' | 'ready' | 'notFound' | 'failed' = 'loading'
  collect: FileRequestInfo | null = null
  /** null: no name was claimed yet */
  me: Contributor | null = null
  /** As typed. */
  name = ''
  /** Why the page could not be loaded. */
  error: Message | null = null
  /** What is wrong with the name. */
  fault: Message | null = null
  isNameMissing = false
  entries: readonly HandInEntry[] = []
  isSending = false
  private readonly api: FileRequestApi
  private token: string
  /** Counts changes of person: an answer that was requested for the previous person is dropped. */
  private persons = 0
  private isJoining = false
  private lastId = 0
  private canceler = createCanceler()

  constructor(
    private readonly deps: Dependencies,
    private readonly uniqueName: string,
  ) {
    this.token = deps.platform.storage.read<string>(TOKEN_KEY + uniqueName) ?? ''
    this.api = new FileRequestApi(deps.api, () => this.token)
    makeAutoObservable<this, Hidden>(this, {
      collect: observable.ref,
      me: observable.ref,
      error: observable.ref,
      fault: observable.ref,
      entries: observable.ref,
      deps: false,
      api: false,
      uniqueName: false,
      token: false,
      persons: false,
      isJoining: false,
      lastId: false,
      canceler: false,
    })
  }

  /** Names of the list that match the typed text; empty once a whole name is typed. */
  get suggestions(): readonly string[] {
    const typed = personKey(this.name)
    const names = this.listed ? [] : (this.collect?.names ?? []).map(({ name }) => name)
    return names.filter((name) => personKey(name).includes(typed)).slice(0, MOST_SUGGESTED)
  }

  /** The entry of the list with the typed name. */
  get listed(): FileRequestInfo['names'][number] | undefined {
    const typed = personKey(this.name)
    return this.collect?.names.find(({ name }) => personKey(name) === typed)
  }

  /** Whether the typed name is a colleague's, who must sign in to hand in, and somebody else's than the signed-in user's. */
  get isOfOtherUser(): boolean {
    return this.listed?.is_user === true && this.listed.id !== this.collect?.suggested_id
  }

  /** How many more files can be handed in. Files that are chosen but not yet handed in are already subtracted. */
  get filesLeft(): number {
    const fresh = this.entries.filter(({ replaces }) => replaces === null).length
    return Math.max(0, FILES_PER_PERSON - fresh - (this.me?.files.length ?? 0))
  }

  /** Loads the page; what is shown stays until the answer. */
  async open() {
    const { persons } = this
    try {
      const asked = { unique_name: this.uniqueName }
      const options = { quiet: true, handledCodes: ['collect_link_not_found'] } as const
      const answer = await this.api.call('GET /apps/collects/info/{unique_name}', asked, options)
      this.opened(answer.collect)
      if (persons === this.persons && !this.isJoining) this.found(answer.me, answer.offered_token)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.notOpened(error)
    }
  }

  setName(name: string) {
    this.name = name
    this.fault = null
    this.isNameMissing = false
  }

  /**
   * Lets the user choose files. Call this in the handler of the user's tap. Files that cannot be accepted are released.
   * @param replaces the handed-in file that a chosen one replaces
   * @returns the rejected files and why, and the files that are stored under another name (decisions 113)
   * @throws PrivacyRefused, PrivacyUndeclared, PickFailed
   */
  async pick(source: PickSource, replaces: HandInEntry['replaces']): Promise<{ file: PickedFile; why: Remark }[]> {
    const most = replaces ? 1 : Math.max(1, this.filesLeft)
    const picked = await this.deps.platform.pickFiles(source, most)
    const remarks: { file: PickedFile; why: Remark }[] = []
    for (const [at, raw] of picked.entries()) {
      const file = withAllowedName(raw)
      const why =
        at >= most || (!replaces && this.filesLeft === 0)
          ? 'count'
          : refusalOf(file, { collect: this.collect, replaces })
      if (why === null) this.added(file, replaces)
      else this.deps.platform.releaseFile(file)
      if (why !== null || file !== raw) remarks.push({ file, why: why ?? 'renamed' })
    }
    return remarks
  }

  remove(entry: HandInEntry) {
    if (entry.state === 'sending') return
    this.dropped(entry)
  }

  /** Claims the name where none was claimed yet, then hands in the files one by one. Resolves to how many were handed in. */
  async submit(): Promise<number> {
    if (this.isSending || this.entries.length === 0) return 0
    this.turned(true)
    this.deps.platform.keepAwake(true)
    let count = 0
    try {
      if (this.me || (await this.join())) for (const entry of this.entries) if (await this.send(entry)) count += 1
    } finally {
      this.deps.platform.keepAwake(false)
      this.turned(false)
    }
    return count
  }

  /** Takes a handed-in file back, and drops chosen files that would replace it. Resolves to whether it is gone; the app shows a refusal. */
  async takeBack({ id }: { id: number }): Promise<boolean> {
    if (this.isSending) return false
    const { persons } = this
    try {
      const asked = { unique_name: this.uniqueName, hand_in_id: id }
      const { me } = await this.api.call('POST /apps/collects/take_back', asked)
      if (persons !== this.persons) return true
      this.joined(me)
      for (const entry of this.entries) if (entry.replaces?.id === id) this.remove(entry)
      return true
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      await this.open()
      return false
    }
  }

  /** Forgets the contributor, because another person uses the device; files handed in stay. */
  async forget() {
    this.deps.platform.storage.remove(TOKEN_KEY + this.uniqueName)
    this.forgotten()
    await this.open()
  }

  dispose() {
    this.canceler.cancel()
    for (const { file } of this.entries) this.deps.platform.releaseFile(file)
  }

  private async join(): Promise<boolean> {
    const name = this.name.trim()
    if (name === '') {
      this.nameMissed()
      return false
    }
    const { listed } = this
    // Stored before the call, so that a lost answer does not lock the contributor out of their name.
    this.deps.platform.storage.write(TOKEN_KEY + this.uniqueName, this.token)
    const asked = { unique_name: this.uniqueName, ...(listed ? { person_id: listed.id } : { name }) }
    this.persons += 1
    this.isJoining = true
    try {
      this.joined((await this.api.call('POST /apps/collects/join', asked, { quiet: true })).me)
      return true
    } catch (error) {
      this.isJoining = false
      if (!(error instanceof ApiFailure)) throw error
      this.nameRefused(messageOf(error.failure))
      if (error.code === 'collect_token_unknown' || endings.includes(error.code)) await this.open()
      return false
    }
  }

  private async send(entry: HandInEntry): Promise<boolean> {
    const { canceler, api, uniqueName } = this
    entry.start()
    try {
      const me = await sendHandIn({ api, phone: this.deps.platform, uniqueName, canceler }, entry)
      this.joined(me)
      this.dropped(entry)
      return true
    } catch (error) {
      if (!canceler.canceled) await this.failed(entry, error)
      return false
    }
  }

  private async failed(entry: HandInEntry, error: unknown) {
    if (error instanceof FileUnreadable) return entry.fail(unreadableWords)
    if (!(error instanceof ApiFailure)) {
      reportError(this.deps.platform.clock, error)
      return entry.fail({ key: 'failure.unknown' })
    }
    entry.fail(messageOf(error.failure))
    if (error.code === 'collect_token_unknown' || endings.includes(error.code)) await this.open()
  }

  private found(me: Contributor | null, offered: string | null) {
    if (offered !== null) this.token = offered
    this.me = me
  }

  private opened(collect: FileRequestInfo) {
    this.phase = 'ready'
    this.error = null
    this.collect = collect
    const own = collect.names.find(({ id }) => id === collect.suggested_id)
    if (this.name === '' && own) this.name = own.name
  }

  /** What is shown stays after a network failure. */
  private notOpened(error: ApiFailure) {
    this.error = messageOf(error.failure)
    if (error.code === 'collect_link_not_found') this.phase = 'notFound'
    else if (!this.collect) this.phase = 'failed'
  }

  private added(file: PickedFile, replaces: HandInEntry['replaces']) {
    this.lastId += 1
    this.entries = [...this.entries, new HandInEntry(this.lastId, file, replaces)]
  }

  private dropped(entry: HandInEntry) {
    this.entries = this.entries.filter((each) => each !== entry)
    this.deps.platform.releaseFile(entry.file)
  }

  private joined(me: Contributor) {
    this.persons += 1
    this.isJoining = false
    this.me = me
    this.fault = null
  }

  private forgotten() {
    this.persons += 1
    this.token = ''
    this.me = null
    this.name = ''
  }

  private nameMissed() {
    this.isNameMissing = true
  }

  private nameRefused(fault: Message) {
    this.fault = fault
  }

  private turned(isSending: boolean) {
    this.isSending = isSending
  }
}
