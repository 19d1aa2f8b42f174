import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { discardUpload, type OpenedUpload } from '@/api/sendFile'
import type { SessionContext } from '@/api/SessionContext'
import { isSameFile, type Unfinished } from '@/domain/uploads/parts'
import type { UploadTarget } from '@/domain/uploads/uploads'
import type { PickedFile, Platform } from '@/platform/Platform'
import { answerOrReport } from '@/stores/app/reportError'
import type { UploadEntry } from './UploadEntry'
import { forgetUploads, noteUpload, readNotes } from './uploadNotes'

/** An upload of an earlier visit, with the bytes that the server holds. */
export interface UnfinishedUpload extends Unfinished {
  received: number
}

export interface UnfinishedDependencies {
  api: Api
  sessionContext: SessionContext
  platform: Pick<Platform, 'upload' | 'sendPart' | 'firstPartSize' | 'partSize' | 'storage' | 'clock'>
}

/** Uploads begun on this phone that have not ended (AH-02): the phone records them, the server knows their progress. */
export class UnfinishedUploads {
  /** Those of earlier visits. They continue when the user picks their file again. */
  list: readonly UnfinishedUpload[] = []

  constructor(private readonly deps: UnfinishedDependencies) {
    makeAutoObservable<this, 'deps'>(this, { list: observable.ref, deps: false })
  }

  of(file: PickedFile, target: UploadTarget): UnfinishedUpload | undefined {
    return this.list.find((one) => one.target === target && isSameFile(one, file))
  }

  /** Asks what the server still holds; without an answer nothing changes. @param isQueued whether the upload is in the queue already */
  async load(isQueued: (uploadId: string) => boolean) {
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
      this.tookUp(new Map(answer.uploads.map(({ upload_id, received }) => [upload_id, received])), isQueued)
  }

  /** A file that the app made is not noted: after a restart nobody could pick it again. */
  note({ file: { name, size, modifiedAt, isMade }, target }: UploadEntry, opened: OpenedUpload) {
    if (isMade) return
    noteUpload(this.deps.platform.storage, this.user, { ...opened, name, size, modifiedAt, target })
  }

  /** Removes an upload that is queued or discarded. The list may have been renewed since it was shown, so the id identifies it. */
  unlist({ uploadId }: Pick<UnfinishedUpload, 'uploadId'>) {
    this.list = this.list.filter((other) => other.uploadId !== uploadId)
  }

  removeNote({ uploadId }: OpenedUpload) {
    forgetUploads(this.deps.platform.storage, this.user, [uploadId])
  }

  /** Discards an upload. If the server does not receive the call, the upload expires there. */
  discard(opened: OpenedUpload) {
    this.unlist(opened)
    this.removeNote(opened)
    const { api, platform } = this.deps
    void answerOrReport(platform.clock, discardUpload(api, platform, opened))
  }

  /** The stored notes are erased with all other data of the user (decisions 79). */
  forget() {
    this.list = []
  }

  private tookUp(receivedOf: ReadonlyMap<string, number>, isQueued: (uploadId: string) => boolean) {
    const { storage } = this.deps.platform
    const notes = readNotes(storage, this.user)
    const gone = notes.map(({ uploadId }) => uploadId).filter((id) => !receivedOf.has(id) && !isQueued(id))
    forgetUploads(storage, this.user, gone)
    this.list = notes.flatMap((note) => {
      const received = receivedOf.get(note.uploadId)
      return received === undefined || isQueued(note.uploadId) ? [] : [{ ...note, received }]
    })
  }

  private get user() {
    return this.deps.sessionContext.user
  }
}
