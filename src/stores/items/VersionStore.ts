import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Item } from '@/contract/entities'
import type { FileVersion } from '@/contract/items/versions'
import { extensionOf } from '@/domain/items/extension'
import type { PickedFile, PickSource } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import type { AppServices } from '@/stores/app/AppServices'
import type { ItemChange } from '@/stores/items/lists/ChangesBus'
import { reportError } from '@/stores/app/reportError'
import { isPickFailure, pickMessage } from '@/stores/uploads/uploadFaults'
import { uploadsOf } from '@/stores/uploads/UploadStore'

/** The versions of one file, and a new one being uploaded (PREV-12, PREV-17, UPL-05). */
export class VersionStore {
  /** Newest first; null until loaded. */
  versions: readonly FileVersion[] | null = null
  /** Why loading failed. */
  error: Message | null = null
  /** A picked file that waits for its remark. */
  draft: PickedFile | null = null
  private readonly canceler = createCanceler()
  private readonly unsubscribe: () => void

  constructor(
    private readonly app: AppServices,
    private readonly item: Item,
  ) {
    makeAutoObservable<this, 'app' | 'item' | 'canceler' | 'unsubscribe'>(this, {
      versions: observable.ref,
      error: observable.ref,
      draft: observable.ref,
      app: false,
      item: false,
      canceler: false,
      unsubscribe: false,
    })
    this.unsubscribe = app.changes.subscribe((change) => this.changed(change))
  }

  async open() {
    try {
      const { canceler } = this
      const answer = await this.app.api.call(
        'GET /apps/files/versions',
        { file_id: this.item.id },
        { quiet: true, canceler },
      )
      this.came(answer.file_versions)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!this.canceler.canceled) this.failed(messageOf(error.failure))
    }
  }

  /** Lets the user choose the file of a new version; refuses another file type at once. Call this in the handler of the user's tap. */
  async pick(source: PickSource) {
    const { feedback, platform } = this.app
    try {
      const [file, ...rest] = await platform.pickFiles(source, 1)
      for (const other of rest) platform.releaseFile(other)
      if (!file) return
      const extension = extensionOf(this.item.name)
      if (extensionOf(file.name) === extension) return this.drafted(file)
      platform.releaseFile(file)
      void feedback.alert({ key: 'upload.fault.otherKind', params: { extension } })
    } catch (error) {
      if (!isPickFailure(error)) reportError(platform.clock, error)
      void feedback.alert(pickMessage(error))
    }
  }

  /** Sends the picked file through the app's queue (UPL-07). */
  send(remark: string) {
    const { draft } = this
    if (!draft) return
    this.drafted(null)
    uploadsOf(this.app).add([draft], `file_${this.item.id}`, remark.trim())
  }

  /** Releases the picked file. */
  discard() {
    if (this.draft) this.app.platform.releaseFile(this.draft)
    this.drafted(null)
  }

  dispose() {
    this.unsubscribe()
    this.canceler.cancel()
    this.discard()
  }

  private came(versions: readonly FileVersion[]) {
    this.versions = versions
    this.error = null
  }

  private failed(trouble: Message) {
    this.error = trouble
  }

  private drafted(file: PickedFile | null) {
    this.draft = file
  }

  private changed(change: ItemChange) {
    if (change.type === 'replaced' && change.row.typed_id === this.item.typed_id) void this.open()
  }
}
