import { makeAutoObservable, observable } from 'mobx'
import type { Message } from '@/api/Message'
import type { OpenedUpload } from '@/api/sendFile'
import type { PickedFile } from '@/platform/Platform'

/** A file to be handed in. */
export class HandInEntry {
  state: 'waiting' | 'sending' | 'failed' = 'waiting'
  /** bytes */
  loaded = 0
  /** Why it failed. */
  message: Message | null = null
  /** Where its parts are uploaded, once the server has opened the upload. */
  opened: OpenedUpload | null = null

  /** @param replaces the file handed in before, which gets a new version */
  constructor(
    readonly id: number,
    readonly file: PickedFile,
    readonly replaces: { id: number; name: string } | null,
  ) {
    makeAutoObservable(this, { message: observable.ref, opened: false, id: false, file: false, replaces: false })
  }

  /** 0 to 100 */
  get percent(): number {
    return this.file.size === 0 ? 0 : Math.min(100, Math.floor((this.loaded / this.file.size) * 100))
  }

  start() {
    this.state = 'sending'
    this.message = null
  }

  /** @param received bytes that the server holds */
  resumeAt(opened: OpenedUpload, received: number) {
    this.opened = opened
    this.loaded = received
  }

  setProgress(loaded: number) {
    this.loaded = loaded
  }

  fail(message: Message) {
    this.state = 'failed'
    this.message = message
  }
}
