import { makeAutoObservable, observable, reaction, runInAction } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import { extensionOf } from '@/domain/items/extension'
import { measured, startMeter, timeLeft, type Meter } from '@/domain/transfer/speed'
import {
  admitFiles, isSmall, mustAskBeforeCancel, summaryOf, uploadMaximum, type UploadSummary, type UploadTarget,
} from '@/domain/transfer/uploads'
import type { Canceler, PickedFile, PickSource, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import { ActionLog } from './ActionLog'
import type { AppStore } from './AppStore'
import type { ChangesBus } from './ChangesBus'
import type { FeedbackStore } from './FeedbackStore'
import type { SessionStore } from './SessionStore'
import { UploadEntry } from './UploadEntry'
import { faultMessage, faultOf, pickMessage, unreadableWords } from './uploadFaults'

export type { UploadEntry } from './UploadEntry'

interface Dependencies {
  api: Api
  changes: ChangesBus
  feedback: FeedbackStore
  platform: Pick<Platform, 'pickFiles' | 'canRead' | 'releaseFile' | 'clock'>
  session: SessionStore
}

const UPLOADS_AT_ONCE = 2
const PRESIGN_PATH = '/api/apps/files/presign_upload'

/** The app's one queue, made when something is first put into it. */
export function uploadsOf(app: AppStore): UploadStore {
  const { late } = app
  if (late.uploads) return late.uploads
  const uploads = new UploadStore(app)
  runInAction(() => {
    late.uploads = uploads
  })
  return uploads
}

/** The queue of uploads (UPL-01 to UPL-03): two at once, over all pages; it pauses while the user must sign in. */
export class UploadStore {
  entries: readonly UploadEntry[] = []
  private meter: Meter | null = null
  private lastId = 0
  private readonly log: ActionLog

  constructor(private readonly deps: Dependencies) {
    this.log = new ActionLog(deps.api)
    makeAutoObservable<this, 'deps' | 'meter' | 'lastId' | 'log'>(this, {
      entries: observable.ref,
      meter: observable.ref,
      deps: false,
      lastId: false,
      log: false,
    })
    reaction(() => deps.session.phase, (phase) => this.sessionTurned(phase))
    deps.session.whenEnded(() => this.dropAll())
  }

  get summary(): UploadSummary {
    return summaryOf(this.entries.map(({ upload }) => upload))
  }

  get isPaused(): boolean {
    return this.entries.some(({ upload }) => upload.state === 'paused')
  }

  /** Bytes a second; null while unknown. */
  get speed(): number | null {
    return this.summary.isRunning ? this.meter?.speed ?? null : null
  }

  /** Whole seconds; null while unknown. */
  get secondsLeft(): number | null {
    return this.meter && this.summary.isRunning ? timeLeft(this.meter, this.summary.size) : null
  }

  /** Lets the user choose files and queues them. Called within his tap. */
  async pick(source: PickSource, target: UploadTarget) {
    const { feedback, platform } = this.deps
    try {
      this.add(await platform.pickFiles(source, uploadMaximum()), target)
    } catch (error) {
      void feedback.alert(pickMessage(error))
    }
  }

  /**
   * Queues files; those that are too large, and those above the maximum, are refused before a byte is sent (UPL-03).
   * @param remark stays on the version (UPL-07)
   */
  add(files: readonly PickedFile[], target: UploadTarget, remark?: string) {
    const { taken, tooLarge, leftOver } = admitFiles(files, uploadMaximum())
    for (const file of [...tooLarge, ...leftOver]) this.deps.platform.releaseFile(file)
    this.tellRefused(tooLarge.length, leftOver.length)
    if (!this.summary.isRunning) this.began()
    this.entries = [...this.entries, ...taken.map((file) => new UploadEntry(this.nextId(), file, target, remark))]
    this.pump()
  }

  retry(id: number) {
    this.entryOf(id)?.happened({ type: 'retried' })
    this.pump()
  }

  /** Takes a file off the queue; asks first where sent bytes would be lost (UPL-02). */
  async cancel(id: number) {
    const entry = this.entryOf(id)
    if (!entry) return
    const agreed = !mustAskBeforeCancel(entry.upload) || await this.deps.feedback.confirm(
      { key: 'upload.cancelText' },
      { title: { key: 'upload.cancelTitle' }, confirm: { key: 'upload.cancelConfirm' }, cancel: { key: 'upload.keep' }, isDanger: true },
    )
    if (agreed && entry.upload.state !== 'uploaded') this.dropped(entry)
  }

  /** Takes what has ended off the list. */
  clear() {
    for (const entry of this.entries.filter(({ upload }) => upload.state === 'uploaded' || upload.state === 'failed')) this.dropped(entry)
  }

  private pump() {
    if (this.deps.session.phase === 'expired') return
    const running = this.entries.filter(({ upload }) => upload.state === 'progress').length
    const next = this.entries.filter(({ upload }) => upload.state === 'waiting').slice(0, Math.max(0, UPLOADS_AT_ONCE - running))
    for (const entry of next) void this.run(entry)
  }

  private async run(entry: UploadEntry) {
    const canceler = createCanceler()
    this.started(entry, canceler)
    try {
      await this.send(entry, canceler)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (entry.canceler === canceler && !canceler.canceled) this.failed(entry, error)
    }
    this.pump()
  }

  private async send(entry: UploadEntry, canceler: Canceler) {
    const { api, changes, platform, session } = this.deps
    const { file, target, remark } = entry
    if (isSmall(file.size) && !await platform.canRead(file)) return this.unreadable(entry)
    if (canceler.canceled) return
    const onProgress = (loaded: number) => {
      if (entry.canceler === canceler) this.progressed(entry, loaded)
    }
    const request = { file_size: file.size, name: file.name, ...(remark && { remark }), ...(file.modifiedAt && { original_date: file.modifiedAt }), ...placeOf(target) }
    const item = await api.upload(request, file, { onProgress, canceler })
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

  private progressed(entry: UploadEntry, loaded: number) {
    entry.happened({ type: 'progressed', loaded })
    if (this.meter) this.meter = measured(this.meter, this.summary.loaded, this.deps.platform.clock.now())
  }

  private unreadable(entry: UploadEntry) {
    this.ended(entry, 'unreadable')
    entry.happened({ type: 'unreadable' }, unreadableWords)
    if (entry.upload.state === 'canceled') this.dropped(entry)
  }

  private failed(entry: UploadEntry, error: ApiFailure) {
    const fault = faultOf(error)
    this.ended(entry, fault)
    const message = faultMessage(fault, error)
    if (fault === 'noPermission' && error.path === PRESIGN_PATH) {
      void this.deps.feedback.alert(message)
      return this.dropped(entry)
    }
    entry.happened({ type: 'failed', fault }, message)
  }

  /** Told to no one's notice (CTX-10). @param failReason absent where it arrived */
  private ended({ file: { name, size }, item, since }: UploadEntry, failReason?: string) {
    const info = { extension: extensionOf(name), size, milliseconds: Math.max(0, this.deps.platform.clock.now() - since) }
    this.log.uploadStat({ typedId: item?.typed_id, info, failReason })
  }

  private dropped(entry: UploadEntry) {
    entry.happened({ type: 'canceled' })
    entry.canceler?.cancel()
    this.entries = this.entries.filter((other) => other !== entry)
    this.deps.platform.releaseFile(entry.file)
    this.pump()
  }

  private dropAll() {
    for (const entry of this.entries) {
      entry.canceler?.cancel()
      this.deps.platform.releaseFile(entry.file)
    }
    this.entries = []
    this.meter = null
  }

  private sessionTurned(phase: SessionStore['phase']) {
    if (phase === 'expired') this.pausedAll()
    if (phase === 'signedIn') this.resumedAll()
  }

  private pausedAll() {
    for (const entry of this.entries) {
      entry.happened({ type: 'paused' })
      if (entry.upload.state === 'paused') entry.canceler?.cancel()
    }
  }

  private resumedAll() {
    for (const entry of this.entries) entry.happened({ type: 'resumed' })
    this.pump()
  }

  private tellRefused(tooLarge: number, leftOver: number) {
    const { feedback } = this.deps
    if (tooLarge > 0) void feedback.alert({ key: 'upload.fault.tooLarge' })
    if (leftOver > 0) feedback.toast({ key: 'upload.fault.tooMany', params: { n: uploadMaximum() } })
  }

  private entryOf(id: number) {
    return this.entries.find((entry) => entry.id === id)
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
