import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import { sendFile, type OpenedUpload } from '@/api/sendFile'
import { extensionOf } from '@/domain/items/extension'
import { isSmall } from '@/domain/uploads/uploads'
import type { Canceler, Platform } from '@/platform/Platform'
import { FileUnreadable } from '@/platform/fileFailures'
import { createCanceler } from '@/platform/canceler'
import type { ChangesBus } from '@/stores/items/lists/ChangesBus'
import type { SessionStore } from '@/stores/session/SessionStore'
import { ActionLog } from '@/stores/app/ActionLog'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import { reportError } from '@/stores/app/reportError'
import type { UnfinishedUploads } from './UnfinishedUploads'
import type { UploadEntry } from './UploadEntry'
import type { UploadPace } from './UploadPace'
import { faultMessage, faultOf } from './uploadFaults'
import { uploadRequest } from './uploadRequest'

const PRESIGN_PATH = '/api/apps/files/presign_upload'

export interface SenderDependencies {
  api: Api
  changes: ChangesBus
  feedback: FeedbackStore
  platform: Pick<Platform, 'canRead' | 'releaseFile' | 'upload' | 'sendPart' | 'firstPartSize' | 'partSize' | 'clock'>
  session: SessionStore
}

interface Queue {
  isRunning(): boolean
  drop(entry: UploadEntry): void
}

/** Sends one entry of the queue and records its progress and outcome. */
export class UploadSender {
  private readonly log: ActionLog

  constructor(
    private readonly deps: SenderDependencies,
    private readonly pace: UploadPace,
    private readonly unfinished: UnfinishedUploads,
    private readonly queue: Queue,
  ) {
    this.log = new ActionLog(deps.api)
  }

  /** Resolves when the entry is uploaded, failed or was cancelled; never rejects. */
  async send(entry: UploadEntry): Promise<void> {
    const canceler = createCanceler()
    this.pace.start()
    entry.start(canceler, this.deps.platform.clock.now())
    try {
      await this.transfer(entry, canceler)
    } catch (error) {
      if (entry.canceler === canceler && !canceler.canceled) this.failed(entry, error)
    }
  }

  private async transfer(entry: UploadEntry, canceler: Canceler) {
    const { api, changes, feedback, platform, session } = this.deps
    const { file, target, opened } = entry
    const isReadable = !isSmall(file.size) || (await platform.canRead(file))
    if (canceler.canceled) return
    if (!isReadable) return this.notReadable(entry)
    const isCurrent = () => entry.canceler === canceler && !canceler.canceled
    const item = await sendFile(api, platform, {
      request: uploadRequest(entry),
      file,
      opened,
      onOpened: (where, received) => isCurrent() && this.opened(entry, where, received),
      onProgress: (loaded) => isCurrent() && this.progressed(entry, loaded),
      canceler,
    })
    if (entry.opened) this.unfinished.removeNote(entry.opened)
    entry.complete(item)
    // It lies in the app's own folder, which nobody else clears.
    if (file.isMade) platform.releaseFile(file)
    this.ended(entry)
    if (target.startsWith('file_')) {
      changes.announceReplaced(item)
      feedback.toast({ key: 'upload.versionSent' })
    } else changes.announceAdded(item)
    if (!this.queue.isRunning()) await session.refreshSpace()
  }

  private opened(entry: UploadEntry, opened: OpenedUpload, received: number) {
    entry.resumeAt(opened, received)
    this.pace.restart()
    this.unfinished.note(entry, opened)
  }

  private progressed(entry: UploadEntry, loaded: number) {
    entry.apply({ type: 'progressed', loaded })
    this.pace.update()
  }

  /** The test read before sending failed: a small file disappears silently (1§5). */
  private notReadable(entry: UploadEntry) {
    this.ended(entry, 'unreadable')
    entry.apply({ type: 'unreadable' }, faultMessage('unreadable', null))
    if (entry.upload.state === 'canceled') this.queue.drop(entry)
  }

  private failed(entry: UploadEntry, error: unknown) {
    const failure = error instanceof ApiFailure ? error : null
    const isUnreadable = error instanceof FileUnreadable
    if (!failure && !isUnreadable) reportError(this.deps.platform.clock, error)
    const fault = failure ? faultOf(failure) : isUnreadable ? 'unreadable' : 'unknown'
    this.ended(entry, fault)
    const message = faultMessage(fault, failure)
    if (fault === 'noPermission' && failure?.path === PRESIGN_PATH) {
      void this.deps.feedback.alert(message)
      return this.queue.drop(entry)
    }
    entry.apply({ type: 'failed', fault }, message)
  }

  /** Logged invisibly to the user (CTX-10). @param failReason absent after a success */
  private ended({ file: { name, size }, item, since }: UploadEntry, failReason?: string) {
    const milliseconds = Math.max(0, this.deps.platform.clock.now() - since)
    const info = { extension: extensionOf(name), size, milliseconds }
    this.log.uploadStat({ typedId: item?.typed_id, info, failReason })
  }
}
