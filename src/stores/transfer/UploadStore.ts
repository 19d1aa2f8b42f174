import { makeAutoObservable, observable, reaction } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'
import { discardUpload, sendFile, type OpenedUpload } from '@/api/sendFile'
import { isSameFile, type Unfinished } from '@/domain/transfer/parts'
import { extensionOf } from '@/domain/items/extension'
import { measured, startMeter, timeLeft, type Meter } from '@/domain/transfer/speed'
import {
  admitFiles,
  isSmall,
  mustAskBeforeCancel,
  summaryOf,
  uploadMaximum,
  type HoldReason,
  type UploadSummary,
  type UploadTarget,
} from '@/domain/transfer/uploads'
import { FileUnreadable, type Canceler, type PickedFile, type PickSource, type Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import { ActionLog } from '@/stores/shell/ActionLog'
import { makeLazy, type HasLazy, type LazyStores } from '@/stores/shell/LazyStores'
import type { NetworkStore } from '@/stores/shell/NetworkStore'
import type { ChangesBus } from '@/stores/lists/ChangesBus'
import type { FeedbackStore } from '@/stores/shell/FeedbackStore'
import type { SessionStore } from '@/stores/session/SessionStore'
import { answerOrReport, reportError } from '@/stores/shell/reportError'
import { UploadEntry } from './UploadEntry'
import { faultMessage, faultOf, isPickFailure, pickMessage, unreadableWords } from './uploadFaults'
import { forgetUploads, noteUpload, readNotes } from './uploadNotes'

export type { UploadEntry } from './UploadEntry'

interface Dependencies {
  api: Api
  changes: ChangesBus
  sessionContext: SessionContext
  feedback: FeedbackStore
  lazy: LazyStores<{ network: Pick<NetworkStore, 'state'> }>
  platform: Pick<
    Platform,
    | 'pickFiles'
    | 'canRead'
    | 'releaseFile'
    | 'upload'
    | 'sendPart'
    | 'firstPartSize'
    | 'partSize'
    | 'keepAwake'
    | 'onShow'
    | 'storage'
    | 'clock'
  >
  session: SessionStore
}

const UPLOADS_AT_ONCE = 2
const PRESIGN_PATH = '/api/apps/files/presign_upload'

/** The app's one queue, made when something is first put into it. */
export function uploadsOf(app: Dependencies & HasLazy<{ uploads: UploadStore }>): UploadStore {
  return makeLazy<'uploads', UploadStore>(app, 'uploads', () => new UploadStore(app))
}

/** An upload of an earlier visit, with the bytes that the server holds of it. */
export interface UnfinishedUpload extends Unfinished {
  received: number
}

/** The queue of uploads (UPL-01 to UPL-03, AH-02 to AH-04): two at once, over all pages; it pauses while the user must sign in. */
export class UploadStore {
  entries: readonly UploadEntry[] = []
  /** They go on when the user picks their file again. */
  unfinished: readonly UnfinishedUpload[] = []
  private meter: Meter | null = null
  private lastId = 0
  private readonly log: ActionLog

  constructor(private readonly deps: Dependencies) {
    this.log = new ActionLog(deps.api)
    makeAutoObservable<this, 'deps' | 'meter' | 'lastId' | 'log'>(this, {
      entries: observable.ref,
      unfinished: observable.ref,
      meter: observable.ref,
      deps: false,
      lastId: false,
      log: false,
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
      (isOffline) => (isOffline ? this.held(this.entries, 'network') : this.networkBack()),
    )
    deps.platform.onShow(() => this.networkBack())
  }

  get summary(): UploadSummary {
    return summaryOf(this.entries.map(({ upload }) => upload))
  }

  /** Nothing to show. */
  get isEmpty(): boolean {
    return this.entries.length === 0 && this.unfinished.length === 0
  }

  /** Whether something would not be there if the user left now. */
  get isUnended(): boolean {
    return this.unfinished.length > 0 || this.entries.some(({ upload }) => upload.state !== 'uploaded')
  }

  /** Some wait and none is sent. */
  get isPaused(): boolean {
    return !this.isSending && this.entries.some(({ upload }) => upload.state === 'paused')
  }

  /** Why, where it is not the user who wants it so. */
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

  /** Bytes a second; null while unknown. */
  get speed(): number | null {
    return this.summary.isRunning ? (this.meter?.speed ?? null) : null
  }

  /** Whole seconds; null while unknown. */
  get secondsLeft(): number | null {
    return this.meter && this.summary.isRunning ? timeLeft(this.meter, this.summary.size) : null
  }

  /** Lets the user choose files and queues them. Called within his tap. */
  async pick(source: PickSource, target: UploadTarget) {
    const { platform } = this.deps
    try {
      this.add(await platform.pickFiles(source, uploadMaximum()), target)
    } catch (error) {
      this.pickFailed(error)
    }
  }

  /**
   * Queues files; those that are too large, and those above the maximum, are refused before a byte is sent (UPL-03). One that was begun
   * earlier goes on where it ended.
   * @param remark stays on the version (UPL-07)
   */
  add(files: readonly PickedFile[], target: UploadTarget, remark?: string) {
    const { taken, tooLarge, leftOver } = admitFiles(files, uploadMaximum())
    for (const file of [...tooLarge, ...leftOver]) this.deps.platform.releaseFile(file)
    this.tellRefused(tooLarge.length, leftOver.length)
    if (!this.summary.isRunning) this.began()
    for (const file of taken) {
      const begun = this.unfinished.find((one) => one.target === target && isSameFile(one, file))
      this.queue(file, target, begun, remark)
    }
    this.pump()
  }

  /**
   * What of the uploads begun on this phone the server still holds (AH-02). Quiet: without an answer nothing changes. Asked again
   * when they are opened: right after a reload the server may still be putting away what came last.
   */
  async takeUp() {
    const {
      user,
      deps: {
        api,
        platform: { clock, storage },
      },
    } = this
    if (readNotes(storage, user).length === 0) return
    const answer = await answerOrReport(clock, api.call('GET /apps/files/uploads', {}, { handledCodes: 'all' }))
    if (answer && this.user?.id === user?.id)
      this.tookUp(
        readNotes(storage, user),
        new Map(answer.uploads.map(({ upload_id, received }) => [upload_id, received])),
      )
  }

  /** Lets the user pick the file of an unfinished upload and sends what is missing. Called within his tap. */
  async pickAgain(unfinished: UnfinishedUpload, source: PickSource) {
    const { feedback, platform } = this.deps
    try {
      const [file] = await platform.pickFiles(source, 1)
      if (!file) return
      if (file.size === unfinished.size && (await this.isTheSame(unfinished, file))) return this.goOn(unfinished, file)
      platform.releaseFile(file)
      if (file.size !== unfinished.size)
        await feedback.alert({ key: 'upload.otherFile', params: { name: unfinished.name } })
    } catch (error) {
      this.pickFailed(error)
    }
  }

  /** Some phones give a picked file another name: then only the user knows. */
  private async isTheSame(unfinished: UnfinishedUpload, file: PickedFile): Promise<boolean> {
    const { name } = unfinished
    return (
      isSameFile(unfinished, file) ||
      (await this.deps.feedback.confirm(
        { key: 'upload.sameText', params: { name, picked: file.name } },
        { title: { key: 'upload.sameTitle' }, confirm: { key: 'upload.sameConfirm' } },
      ))
    )
  }

  /** Takes an unfinished upload off the list, after a question; the server forgets what it holds. */
  async discard(unfinished: UnfinishedUpload) {
    if (unfinished.received > 0 && !(await this.mayLoseBytes())) return
    this.discarded(unfinished)
  }

  private discarded(unfinished: UnfinishedUpload) {
    this.noLongerListed(unfinished)
    this.forgotten(unfinished)
  }

  /** It may have been told anew since it was shown: its id tells which one it is. */
  private noLongerListed({ uploadId }: UnfinishedUpload) {
    this.unfinished = this.unfinished.filter((other) => other.uploadId !== uploadId)
  }

  /** Pauses uploads; what the server holds of them is not sent again. */
  pause(entries: readonly UploadEntry[] = this.entries) {
    this.held(entries, 'user')
  }

  resume(entries: readonly UploadEntry[] = this.entries) {
    for (const entry of entries) entry.happened({ type: 'resumed' })
    this.pump()
  }

  retry(entries: readonly UploadEntry[] = this.entries) {
    for (const entry of entries) entry.happened({ type: 'retried' })
    this.pump()
  }

  /** What the network kept from ending goes on; after a stay in the background, too, where a phone lets nothing through. */
  networkBack() {
    for (const entry of this.entries) {
      if (entry.upload.fault === 'network') entry.happened({ type: 'retried' })
    }
    this.letGo('network')
  }

  /** Takes uploads off the queue; asks first where sent bytes would be lost (UPL-02). */
  async cancel(entries: readonly UploadEntry[] = this.entries) {
    if (!(await this.mayLose(entries))) return
    for (const entry of entries.filter(({ upload }) => upload.state !== 'uploaded')) this.dropped(entry)
  }

  /** Takes what has ended off the list; asks first where bytes of what failed would be lost. */
  async clear() {
    const ended = this.entries.filter(({ upload }) => upload.state === 'uploaded' || upload.state === 'failed')
    if (!(await this.mayLose(ended))) return
    for (const entry of ended) this.dropped(entry)
  }

  private async mayLose(entries: readonly UploadEntry[]): Promise<boolean> {
    return !entries.some(({ upload }) => mustAskBeforeCancel(upload)) || (await this.mayLoseBytes())
  }

  private mayLoseBytes(): Promise<boolean> {
    return this.deps.feedback.confirm(
      { key: 'upload.cancelText' },
      {
        title: { key: 'upload.cancelTitle' },
        confirm: { key: 'upload.cancelConfirm' },
        cancel: { key: 'upload.keep' },
        isDanger: true,
      },
    )
  }

  private pump() {
    if (this.deps.session.phase === 'expired') return
    if (this.isOffline) return this.holdWaiting()
    const running = this.entries.filter(({ upload }) => upload.state === 'progress').length
    const next = this.entries
      .filter(({ upload }) => upload.state === 'waiting')
      .slice(0, Math.max(0, UPLOADS_AT_ONCE - running))
    for (const entry of next) void this.run(entry)
  }

  private async run(entry: UploadEntry) {
    const canceler = createCanceler()
    this.started(entry, canceler)
    try {
      await this.send(entry, canceler)
    } catch (error) {
      if (entry.canceler === canceler && !canceler.canceled) this.failed(entry, error)
    }
    this.pump()
  }

  private async send(entry: UploadEntry, canceler: Canceler) {
    const { api, changes, platform, session } = this.deps
    const { file, target, remark, opened } = entry
    const isReadable = !isSmall(file.size) || (await platform.canRead(file))
    if (canceler.canceled) return
    if (!isReadable) return this.unreadable(entry)
    const isCurrent = () => entry.canceler === canceler && !canceler.canceled
    const item = await sendFile(api, platform, {
      request: {
        file_size: file.size,
        name: file.name,
        ...(remark && { remark }),
        ...((file.modifiedAt ?? 0) > 0 && { original_date: file.modifiedAt }),
        ...placeOf(target),
      },
      file,
      opened,
      onOpened: (where, received) => isCurrent() && this.opened(entry, where, received),
      onProgress: (loaded) => isCurrent() && this.progressed(entry, loaded),
      canceler,
    })
    this.noLongerNoted(entry)
    entry.arrived(item)
    this.ended(entry)
    if (target.startsWith('file_')) changes.replaced(item)
    else changes.added(item)
    if (!this.summary.isRunning) await session.refreshSpace()
  }

  /** What an earlier batch brought to its end makes room for the next. */
  private began() {
    for (const entry of this.entries.filter(({ upload }) => upload.state === 'uploaded')) this.dropped(entry)
    this.meter = null
  }

  private started(entry: UploadEntry, canceler: Canceler) {
    this.meter ??= startMeter(this.summary.loaded, this.deps.platform.clock.now())
    entry.canceler = canceler
    entry.since = this.deps.platform.clock.now()
    entry.happened({ type: 'started' })
  }

  private opened(entry: UploadEntry, opened: OpenedUpload, received: number) {
    entry.opened = opened
    entry.happened({ type: 'opened', received })
    // What was there already says nothing about the pace.
    this.meter = startMeter(this.summary.loaded, this.deps.platform.clock.now())
    const {
      file: { name, size, modifiedAt },
      target,
    } = entry
    noteUpload(this.deps.platform.storage, this.user, { ...opened, name, size, modifiedAt, target })
  }

  private progressed(entry: UploadEntry, loaded: number) {
    entry.happened({ type: 'progressed', loaded })
    if (this.meter) this.meter = measured(this.meter, this.summary.loaded, this.deps.platform.clock.now())
  }

  private unreadable(entry: UploadEntry) {
    this.ended(entry, 'unreadable')
    entry.happened({ type: 'unreadable' }, unreadableWords)
    if (entry.upload.state === 'canceled') this.dropped(entry)
  }

  private failed(entry: UploadEntry, error: unknown) {
    if (error instanceof FileUnreadable) return this.unreadable(entry)
    const failure = error instanceof ApiFailure ? error : null
    if (!failure) reportError(this.deps.platform.clock, error)
    const fault = failure ? faultOf(failure) : 'unknown'
    this.ended(entry, fault)
    const message = faultMessage(fault, failure)
    if (fault === 'noPermission' && failure?.path === PRESIGN_PATH) {
      void this.deps.feedback.alert(message)
      return this.dropped(entry)
    }
    entry.happened({ type: 'failed', fault }, message)
  }

  /** Told to no one's notice (CTX-10). @param failReason absent where it arrived */
  private ended({ file: { name, size }, item, since }: UploadEntry, failReason?: string) {
    const info = {
      extension: extensionOf(name),
      size,
      milliseconds: Math.max(0, this.deps.platform.clock.now() - since),
    }
    this.log.uploadStat({ typedId: item?.typed_id, info, failReason })
  }

  private dropped(entry: UploadEntry) {
    entry.happened({ type: 'canceled' })
    entry.canceler?.cancel()
    this.entries = this.entries.filter((other) => other !== entry)
    this.deps.platform.releaseFile(entry.file)
    if (entry.opened && entry.upload.state === 'canceled') this.forgotten(entry.opened)
    this.pump()
  }

  /** The user wants it no longer; where the server does not hear that, it expires. */
  private forgotten(opened: OpenedUpload) {
    forgetUploads(this.deps.platform.storage, this.user, [opened.uploadId])
    const { api, platform } = this.deps
    void answerOrReport(platform.clock, discardUpload(api, platform, opened))
  }

  private noLongerNoted({ opened }: UploadEntry) {
    if (opened) forgetUploads(this.deps.platform.storage, this.user, [opened.uploadId])
  }

  private tookUp(notes: readonly Unfinished[], receivedOf: ReadonlyMap<string, number>) {
    const isQueued = (uploadId: string) => this.entries.some(({ opened }) => opened?.uploadId === uploadId)
    forgetUploads(
      this.deps.platform.storage,
      this.user,
      notes.map(({ uploadId }) => uploadId).filter((id) => !receivedOf.has(id) && !isQueued(id)),
    )
    this.unfinished = notes.flatMap((note) => {
      const received = receivedOf.get(note.uploadId)
      return received === undefined || isQueued(note.uploadId) ? [] : [{ ...note, received }]
    })
  }

  private goOn(unfinished: UnfinishedUpload, file: PickedFile) {
    if (!this.summary.isRunning) this.began()
    this.queue({ ...file, name: unfinished.name }, unfinished.target, unfinished)
    this.pump()
  }

  private queue(file: PickedFile, target: UploadTarget, begun?: UnfinishedUpload, remark?: string) {
    const entry = new UploadEntry(this.nextId(), file, target, remark)
    if (begun) {
      entry.opened = { uploadId: begun.uploadId, path: begun.path }
      entry.happened({ type: 'opened', received: begun.received })
      this.noLongerListed(begun)
    }
    this.entries = [...this.entries, entry]
  }

  /** The uploads of a user who leaves end with the session. */
  forget() {
    for (const entry of this.entries) {
      entry.canceler?.cancel()
      this.deps.platform.releaseFile(entry.file)
    }
    this.entries = []
    this.unfinished = []
    this.meter = null
  }

  private sessionTurned(phase: SessionStore['phase']) {
    if (phase === 'expired') this.held(this.entries, 'signIn')
    if (phase === 'signedIn') this.letGo('signIn')
  }

  private held(entries: readonly UploadEntry[], by: HoldReason) {
    for (const entry of entries) {
      entry.happened({ type: 'paused', by })
      if (entry.upload.state === 'paused') entry.canceler?.cancel()
    }
    this.pump()
  }

  private holdWaiting() {
    for (const entry of this.entries) {
      if (entry.upload.state === 'waiting') entry.happened({ type: 'paused', by: 'network' })
    }
  }

  private letGo(from: HoldReason) {
    for (const entry of this.entries) entry.happened({ type: 'resumed', from })
    this.pump()
  }

  private tellRefused(tooLarge: number, leftOver: number) {
    const { feedback } = this.deps
    if (tooLarge > 0) void feedback.alert({ key: 'upload.fault.tooLarge' })
    if (leftOver > 0) feedback.toast({ key: 'upload.fault.tooMany', params: { n: uploadMaximum() } })
  }

  private pickFailed(error: unknown) {
    const { feedback, platform } = this.deps
    if (!isPickFailure(error)) reportError(platform.clock, error)
    void feedback.alert(pickMessage(error))
  }

  private get user() {
    return this.deps.sessionContext.user
  }

  private nextId() {
    this.lastId += 1
    return this.lastId
  }
}

const places = { folder: 'folder_id', department: 'department_id', file: 'target_file_id' } as const

function placeOf(target: UploadTarget) {
  const [kind, id] = target.split('_') as [keyof typeof places, string]
  return { [places[kind]]: Number(id) }
}
