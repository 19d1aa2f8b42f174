import { makeAutoObservable, observable, reaction } from 'mobx'
import {
  admitFiles,
  mustAskBeforeCancel,
  summaryOf,
  uploadMaximum,
  type HoldReason,
  type UploadSummary,
  type UploadTarget,
} from '@/domain/uploads/uploads'
import type { PickedFile, PickSource, Platform } from '@/platform/Platform'
import { makeLazy, type HasLazy, type LazyStores } from '@/stores/app/LazyStores'
import type { NetworkStore } from '@/stores/app/NetworkStore'
import type { SessionStore } from '@/stores/session/SessionStore'
import { chooseFiles } from './chooseFiles'
import { UploadClearing } from './UploadClearing'
import { UploadEntry } from './UploadEntry'
import { UnfinishedUploads, type UnfinishedDependencies, type UnfinishedUpload } from './UnfinishedUploads'
import { UploadPace } from './UploadPace'
import { isItsFile, mayLoseBytes, reportChoice, withAllowedName } from './uploadQuestions'
import { UploadSender, type SenderDependencies } from './UploadSender'

export type { UnfinishedUpload } from './UnfinishedUploads'
export type { UploadEntry } from './UploadEntry'

type Dependencies = SenderDependencies &
  UnfinishedDependencies & {
    lazy: LazyStores<{ network: Pick<NetworkStore, 'state'> }>
    platform: Pick<Platform, 'pickFiles' | 'releaseFile' | 'keepAwake' | 'onShow'>
  }

const UPLOADS_AT_ONCE = 2

/** The app's only queue, made for the first upload. */
export function uploadsOf(app: Dependencies & HasLazy<{ uploads: UploadStore }>): UploadStore {
  return makeLazy<'uploads', UploadStore>(app, 'uploads', () => new UploadStore(app))
}

/** The queue of uploads (UPL-01 to UPL-03, AH-02 to AH-04): two at once, across all pages; it pauses while the user must sign in. */
export class UploadStore {
  entries: readonly UploadEntry[] = []
  private lastId = 0
  readonly pace: UploadPace
  readonly clearing: UploadClearing
  private readonly sender: UploadSender
  private readonly earlier: UnfinishedUploads

  constructor(private readonly deps: Dependencies) {
    this.earlier = new UnfinishedUploads(deps)
    this.pace = new UploadPace(deps.platform.clock, () => this.summary)
    this.sender = new UploadSender(deps, this.pace, this.earlier, {
      isRunning: () => this.summary.isRunning,
      drop: (entry) => this.dropped(entry),
    })
    makeAutoObservable<this, 'deps' | 'lastId' | 'sender' | 'earlier'>(this, {
      entries: observable.ref,
      pace: false,
      clearing: false,
      deps: false,
      lastId: false,
      sender: false,
      earlier: false,
    })
    reaction(
      () => deps.session.phase,
      (phase) => this.sessionTurned(phase),
    )
    reaction(
      () => this.isSending,
      (isSending) => deps.platform.keepAwake(isSending),
    )
    reaction(
      () => this.isOffline,
      (isOffline) => (isOffline ? this.held(this.entries, 'network') : this.onNetworkBack()),
    )
    this.clearing = new UploadClearing(
      deps.platform.clock,
      () => this.summary,
      () => void this.clear(),
    )
    deps.platform.onShow(() => this.onNetworkBack())
  }

  /** Uploads of earlier visits; they continue when the user picks their file again. */
  get unfinished(): readonly UnfinishedUpload[] {
    return this.earlier.list
  }

  get summary(): UploadSummary {
    return summaryOf(this.entries.map(({ upload }) => upload))
  }

  get isEmpty(): boolean {
    return this.entries.length === 0 && this.unfinished.length === 0
  }

  /** Whether leaving now would lose something. */
  get isUnended(): boolean {
    return this.unfinished.length > 0 || this.entries.some(({ upload }) => upload.state !== 'uploaded')
  }

  /** Whether uploads wait and none is being sent. */
  get isPaused(): boolean {
    return !this.isSending && this.entries.some(({ upload }) => upload.state === 'paused')
  }

  /** Why the queue is paused, unless the user paused it. */
  get hold(): HoldReason | null {
    const holds = this.entries.flatMap(({ upload }) => upload.hold ?? [])
    return holds.find((by) => by !== 'user') ?? holds[0] ?? null
  }

  private get isOffline(): boolean {
    return this.deps.lazy.network?.state === 'offline'
  }

  private get isSending(): boolean {
    return this.entries.some(({ upload }) => upload.state === 'progress')
  }

  /** Lets the user choose files and queues them. Call this in the handler of the user's tap. */
  async pick(source: PickSource, target: UploadTarget) {
    const files = await chooseFiles(this.deps, source, uploadMaximum())
    if (files.length > 0) this.add(files, target)
  }

  /**
   * Queues any number of files (decisions 114); refuses those that are too large before a byte is sent (UPL-03). A name that the drive refuses is
   * replaced (decisions 113). An upload begun earlier continues where it ended.
   * @param remark stored with the version (UPL-07)
   */
  add(files: readonly PickedFile[], target: UploadTarget, remark?: string) {
    const { taken, tooLarge } = admitFiles(files, Infinity)
    for (const file of tooLarge) this.deps.platform.releaseFile(file)
    const named = taken.map(withAllowedName)
    const isNewFile = !target.startsWith('file_')
    reportChoice(this.deps.feedback, {
      tooLarge: tooLarge.length,
      renamed: isNewFile ? named.filter(({ name }, at) => name !== taken[at]!.name) : [],
    })
    if (!this.summary.isRunning) this.began()
    for (const file of named) this.queue(file, target, this.earlier.of(file, target), remark)
    this.pump()
  }

  /**
   * Asks which uploads begun on this phone the server still holds (AH-02); without an answer nothing changes. Called again when the list opens: right
   * after a reload the server may still be storing the last bytes.
   */
  async loadUnfinished() {
    await this.earlier.load((uploadId) => this.entries.some(({ opened }) => opened?.uploadId === uploadId))
  }

  /** Lets the user pick the file of an unfinished upload and sends the missing rest. Call this in the handler of the user's tap. */
  async pickAgain(unfinished: UnfinishedUpload, source: PickSource) {
    const [file] = (await chooseFiles(this.deps, source, 1)).map(withAllowedName)
    if (!file) return
    if (await isItsFile(this.deps.feedback, unfinished, file)) this.goOn(unfinished, file)
    else this.deps.platform.releaseFile(file)
  }

  /** Lets the user choose a file again that the phone can no longer read; its contents may differ. Call this in the handler of the user's tap. */
  async chooseAgain(failed: UploadEntry, source: PickSource) {
    const [file] = await chooseFiles(this.deps, source, 1)
    if (!file) return
    this.dropped(failed)
    this.add([file], failed.target, failed.remark)
  }

  /** Asks, then discards an unfinished upload on the phone and the server. */
  async discard(unfinished: UnfinishedUpload) {
    if (unfinished.received > 0 && !(await mayLoseBytes(this.deps.feedback))) return
    this.earlier.discard(unfinished)
  }

  /** Pauses uploads; bytes that the server holds are not sent again. */
  pause(entries: readonly UploadEntry[] = this.entries) {
    this.held(entries, 'user')
  }

  resume(entries: readonly UploadEntry[] = this.entries) {
    for (const entry of entries) entry.apply({ type: 'resumed' })
    this.pump()
  }

  retry(entries: readonly UploadEntry[] = this.entries) {
    for (const entry of entries) entry.apply({ type: 'retried' })
    this.pump()
  }

  /** Continues uploads that a lost network interrupted; also after a stay in the background, where a phone blocks the network. */
  onNetworkBack() {
    for (const entry of this.entries) {
      if (entry.upload.fault === 'network') entry.apply({ type: 'retried' })
    }
    this.letGo('network')
  }

  /** Cancels uploads; asks first where sent bytes would be lost (UPL-02). */
  async cancel(entries: readonly UploadEntry[] = this.entries) {
    if (!(await this.mayLose(entries))) return
    for (const entry of entries.filter(({ upload }) => upload.state !== 'uploaded')) this.dropped(entry)
  }

  /** Clears ended uploads; asks first where bytes of failed ones would be lost. */
  async clear() {
    const ended = this.entries.filter(({ upload }) => upload.state === 'uploaded' || upload.state === 'failed')
    if (!(await this.mayLose(ended))) return
    for (const entry of ended) this.dropped(entry)
  }

  private async mayLose(entries: readonly UploadEntry[]): Promise<boolean> {
    return !entries.some(({ upload }) => mustAskBeforeCancel(upload)) || (await mayLoseBytes(this.deps.feedback))
  }

  private pump() {
    if (this.deps.session.phase === 'expired') return
    if (this.isOffline) return this.holdWaiting()
    const running = this.entries.filter(({ upload }) => upload.state === 'progress').length
    const next = this.entries
      .filter(({ upload }) => upload.state === 'waiting')
      .slice(0, Math.max(0, UPLOADS_AT_ONCE - running))
    for (const entry of next) void this.sender.send(entry).then(() => this.pump())
  }

  /** Removes a finished batch when the next one begins. */
  private began() {
    for (const entry of this.entries.filter(({ upload }) => upload.state === 'uploaded')) this.dropped(entry)
    this.pace.forget()
  }

  private dropped(entry: UploadEntry) {
    entry.apply({ type: 'canceled' })
    entry.canceler?.cancel()
    this.entries = this.entries.filter((other) => other !== entry)
    this.deps.platform.releaseFile(entry.file)
    if (entry.opened && entry.upload.state === 'canceled') this.earlier.discard(entry.opened)
    this.pump()
  }

  private goOn(unfinished: UnfinishedUpload, file: PickedFile) {
    if (!this.summary.isRunning) this.began()
    this.queue({ ...file, name: unfinished.name }, unfinished.target, unfinished)
    this.pump()
  }

  private queue(file: PickedFile, target: UploadTarget, begun?: UnfinishedUpload, remark?: string) {
    this.lastId += 1
    const entry = new UploadEntry(this.lastId, file, target, remark)
    if (begun) {
      entry.resumeAt({ uploadId: begun.uploadId, path: begun.path }, begun.received)
      this.earlier.unlist(begun)
    }
    this.entries = [...this.entries, entry]
  }

  /** Cancels the uploads of a user who leaves. */
  forget() {
    for (const entry of this.entries) {
      entry.canceler?.cancel()
      this.deps.platform.releaseFile(entry.file)
    }
    this.entries = []
    this.earlier.forget()
    this.pace.forget()
  }

  private sessionTurned(phase: SessionStore['phase']) {
    if (phase === 'expired') this.held(this.entries, 'signIn')
    if (phase === 'signedIn') this.letGo('signIn')
  }

  private held(entries: readonly UploadEntry[], by: HoldReason) {
    for (const entry of entries) {
      entry.apply({ type: 'paused', by })
      if (entry.upload.state === 'paused') entry.canceler?.cancel()
    }
    this.pump()
  }

  private holdWaiting() {
    for (const entry of this.entries) {
      if (entry.upload.state === 'waiting') entry.apply({ type: 'paused', by: 'network' })
    }
  }

  private letGo(from: HoldReason) {
    for (const entry of this.entries) entry.apply({ type: 'resumed', from })
    this.pump()
  }
}
