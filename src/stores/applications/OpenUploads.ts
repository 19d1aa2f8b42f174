import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { failureOf, type OpenApi } from '@/api/OpenApi'
import { messageOf } from '@/api/reactions'
import type { OpenItem } from '@/contract/applications'
import { extensionOf } from '@/domain/items/extension'
import { fileTileOf } from '@/domain/items/kinds'
import type { OpenOptions } from '@/domain/applications/options'
import type { UploadResult } from '@/domain/applications/protocol'
import { errorMsg, openUploadState, type OpenUploadState } from '@/domain/applications/uploads'
import { admitFiles, UPLOAD_RETURN_COUNTDOWN } from '@/domain/uploads/uploads'
import type { Canceler, HttpAnswer, PickSource, PickedFile, Platform } from '@/platform/Platform'
import { FileUnreadable } from '@/platform/fileFailures'
import { createCanceler } from '@/platform/canceler'
import { unreadableWords } from '@/stores/uploads/uploadFaults'
import { withAllowedName } from '@/stores/uploads/uploadQuestions'

/** Posts a form with the file and the token (1§7). @throws NoAnswer, FileUnreadable */
export type SendForm = (form: {
  path: string
  token: string
  file: PickedFile
  onProgress(loaded: number): void
  canceler: Canceler
}) => Promise<HttpAnswer>

const UPLOADS_AT_ONCE = 2
const SECOND = 1000

/** One file of the upload page. */
export class OpenUploadEntry {
  state: 'waiting' | 'progress' | 'done' | 'failed' = 'waiting'
  /** bytes */
  loaded = 0
  message: Message | null = null
  item: OpenItem | null = null

  constructor(
    readonly id: number,
    readonly file: PickedFile,
  ) {
    makeAutoObservable(this, { message: observable.ref, item: observable.ref, id: false, file: false })
  }

  /** 0 to 100 */
  get percent(): number {
    return this.file.size === 0 ? 0 : Math.min(100, Math.floor((this.loaded / this.file.size) * 100))
  }

  start() {
    this.state = 'progress'
    this.loaded = 0
    this.message = null
  }

  setProgress(loaded: number) {
    this.loaded = loaded
  }

  queue() {
    this.state = 'waiting'
    this.message = null
  }

  complete(item: OpenItem) {
    this.state = 'done'
    this.item = item
  }

  fail(message: Message) {
    this.state = 'failed'
    this.message = message
  }
}

interface Dependencies {
  api: OpenApi
  sendForm: SendForm
  platform: Pick<Platform, 'pickFiles' | 'releaseFile' | 'keepAwake' | 'clock'>
  /** In the user's language. */
  word(message: Message): string
}

type Hidden = 'deps' | 'options' | 'lastId' | 'canceler' | 'stopCountdown' | 'isAwake'

/** The upload page. Chosen files are sent at once, two at a time; when all have arrived the page goes back (OPEN-03, OPEN-05). */
export class OpenUploads {
  entries: readonly OpenUploadEntry[] = []
  /** Seconds until the page goes back; null while no countdown runs. */
  secondsLeft: number | null = null
  private lastId = 0
  private readonly canceler = createCanceler()
  private stopCountdown = () => {}
  private isAwake = false

  constructor(
    private readonly deps: Dependencies,
    private readonly options: Pick<OpenOptions, 'accessToken' | 'folderId' | 'targetFolderPath' | 'uploadFileMax'>,
    private readonly over: () => void,
  ) {
    makeAutoObservable<this, Hidden | 'over'>(this, {
      entries: observable.ref,
      deps: false,
      options: false,
      over: false,
      lastId: false,
      canceler: false,
      stopCountdown: false,
      isAwake: false,
    })
  }

  get counts() {
    const count = (state: OpenUploadEntry['state']) => this.entries.filter((each) => each.state === state).length
    return { total: this.entries.length, done: count('done'), failed: count('failed') }
  }

  get state(): OpenUploadState {
    return openUploadState(this.counts)
  }

  /** How many more can be chosen. */
  get left(): number {
    return Math.max(0, this.options.uploadFileMax - this.entries.length)
  }

  get results(): UploadResult[] {
    return this.entries.map(({ state, item, message, file }) => {
      const isDone = state === 'done' && item !== null
      return {
        id: isDone ? item.id : null,
        name: item?.name ?? file.name,
        size: item?.size ?? file.size,
        modified_at: item?.modified_at ?? file.modifiedAt ?? 0,
        type_icon: item?.type_icon ?? fileTileOf(extensionOf(file.name)).group,
        upload_status: isDone ? 'success' : 'fail',
        error_msg: errorMsg(message ? this.deps.word(message) : ''),
      }
    })
  }

  /**
   * Lets the user choose files, which are sent at once. Call this in the handler of the user's tap.
   * @returns the rejected files: too large, or too many; and the files that are stored under another name (decisions 113)
   * @throws PrivacyRefused, PrivacyUndeclared, PickFailed
   */
  async pick(source: PickSource): Promise<Record<'tooLarge' | 'leftOver' | 'renamed', PickedFile[]>> {
    const picked = await this.deps.platform.pickFiles(source, this.left)
    const { taken, tooLarge, leftOver } = admitFiles(picked, this.left)
    for (const file of [...tooLarge, ...leftOver]) this.deps.platform.releaseFile(file)
    const named = taken.map(withAllowedName)
    this.added(named)
    this.sendNext()
    return { tooLarge, leftOver, renamed: named.filter((file) => !taken.includes(file)) }
  }

  retry(entry: OpenUploadEntry) {
    if (entry.state !== 'failed') return
    entry.queue()
    this.sendNext()
  }

  /** Removes a failed file, so that the page can go back with the rest. */
  remove(entry: OpenUploadEntry) {
    if (entry.state !== 'failed') return
    this.deps.platform.releaseFile(entry.file)
    this.kept(this.entries.filter((each) => each !== entry))
    this.settled()
  }

  /** Cancels the countdown. */
  stay() {
    this.stopCountdown()
    this.countdown(null)
  }

  dispose() {
    this.canceler.cancel()
    this.stopCountdown()
    this.keepAwake(false)
    for (const { file } of this.entries) this.deps.platform.releaseFile(file)
  }

  private sendNext() {
    const running = this.entries.filter(({ state }) => state === 'progress').length
    const next = this.entries
      .filter(({ state }) => state === 'waiting')
      .slice(0, Math.max(0, UPLOADS_AT_ONCE - running))
    for (const entry of next) void this.send(entry)
    this.settled()
  }

  private async send(entry: OpenUploadEntry) {
    entry.start()
    try {
      entry.complete(await this.bring(entry))
    } catch (error) {
      if (this.canceler.canceled) return
      if (error instanceof ApiFailure) entry.fail(messageOf(error.failure))
      else if (error instanceof FileUnreadable) entry.fail(unreadableWords)
      else throw error
    } finally {
      if (!this.canceler.canceled) this.sendNext()
    }
  }

  private async bring(entry: OpenUploadEntry): Promise<OpenItem> {
    const { api, sendForm } = this.deps
    const { folderId, targetFolderPath: path, accessToken: token } = this.options
    const { file } = entry
    const asked = { name: file.name, upload_type: 'api', file_size: file.size, is_numbered: true } as const
    const { canceler } = this
    const { presign_url: address } = await (path
      ? api.ask('POST /v2/file/upload_by_path', { ...asked, target_folder_path: path }, { canceler })
      : api.ask('POST /v2/file/upload', { ...asked, parent_id: folderId }, { canceler }))
    // The address may name our own server by another host.
    const place = address.replace(/^https?:\/\/[^/]+/, '')
    const call = { method: 'POST', path: place }
    const onProgress = (loaded: number) => entry.setProgress(loaded)
    const { status, body } = await api.send(call, () => sendForm({ path: place, token, file, onProgress, canceler }))
    if (status !== 200) throw new ApiFailure(failureOf(status, body), { ...call, status })
    return body as OpenItem
  }

  /** After each change: keeps the screen on while files are sent; starts the countdown when all have arrived. */
  private settled() {
    this.keepAwake(this.state === 'running')
    this.stopCountdown()
    if (this.state !== 'done') return this.countdown(null)
    this.tick(UPLOAD_RETURN_COUNTDOWN / SECOND)
  }

  private keepAwake(on: boolean) {
    if (on !== this.isAwake) this.deps.platform.keepAwake(on)
    this.isAwake = on
  }

  private tick(seconds: number) {
    this.countdown(seconds)
    if (seconds === 0) return this.over()
    this.stopCountdown = this.deps.platform.clock.after(SECOND, () => this.tick(seconds - 1))
  }

  private countdown(seconds: number | null) {
    this.secondsLeft = seconds
  }

  private added(files: readonly PickedFile[]) {
    this.entries = [
      ...this.entries,
      ...files.map((file) => {
        this.lastId += 1
        return new OpenUploadEntry(this.lastId, file)
      }),
    ]
  }

  private kept(entries: readonly OpenUploadEntry[]) {
    this.entries = entries
  }
}
