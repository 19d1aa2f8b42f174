import { makeAutoObservable, observable } from 'mobx'
import type { Message } from '@/api/Message'
import type { OpenedUpload } from '@/api/sendFile'
import type { Item } from '@/contract/entities'
import {
  uploadAfter,
  uploadPercent,
  waitingUpload,
  type Upload,
  type UploadEvent,
  type UploadTarget,
} from '@/domain/uploads/uploads'
import type { Canceler, PickedFile } from '@/platform/Platform'

/** One file of the queue, as the list of uploads shows it. */
export class UploadEntry {
  upload: Upload
  /** Why it failed. */
  message: Message | null = null
  /** The uploaded item. */
  item: Item | null = null
  canceler: Canceler | null = null
  /** Where its parts are uploaded, once the server has opened the upload. */
  opened: OpenedUpload | null = null
  /** When the present attempt began, ms. */
  since = 0

  constructor(
    readonly id: number,
    readonly file: PickedFile,
    readonly target: UploadTarget,
    readonly remark = '',
  ) {
    this.upload = waitingUpload(file)
    makeAutoObservable(this, {
      upload: observable.ref,
      message: observable.ref,
      item: observable.ref,
      id: false,
      file: false,
      target: false,
      remark: false,
      canceler: false,
      opened: false,
      since: false,
    })
  }

  get percent(): number {
    return uploadPercent(this.upload)
  }

  /** @param now ms */
  start(canceler: Canceler, now: number) {
    this.canceler = canceler
    this.since = now
    this.apply({ type: 'started' })
  }

  /** @param received bytes that the server holds */
  resumeAt(opened: OpenedUpload, received: number) {
    this.opened = opened
    this.apply({ type: 'opened', received })
  }

  apply(event: UploadEvent, message: Message | null = null) {
    const after = uploadAfter(this.upload, event)
    if (after === this.upload) return
    this.upload = after
    this.message = after.state === 'failed' ? message : null
  }

  complete(item: Item) {
    this.item = item
    this.apply({ type: 'uploaded' })
  }
}
