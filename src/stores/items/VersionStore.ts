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
import { offerUndo } from '@/stores/app/offerUndo'
import type { ItemChange } from '@/stores/items/lists/ChangesBus'
import { reportError } from '@/stores/app/reportError'
import { isPickFailure, pickMessage } from '@/stores/uploads/uploadFaults'
import { uploadsOf } from '@/stores/uploads/UploadStore'

/** The versions of one file, the choice of the current one, their remarks, and a new one being uploaded (PREV-12, PREV-17, UPL-05, AH-52). */
export class VersionStore {
  /** Newest first; null until loaded. */
  versions: readonly FileVersion[] | null = null
  /** Why loading failed. */
  error: Message | null = null
  /** A picked file that waits for its remark. */
  draft: PickedFile | null = null
  /** The version whose remark is being changed. */
  described: FileVersion | null = null
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
      described: observable.ref,
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

  /**
   * Makes another version the current one; can be undone for 6 s (AH-52, AH-09).
   * @returns whether it is the current one now; the app has shown why not
   */
  async makeCurrent(version: FileVersion): Promise<boolean> {
    const before = this.versions?.find(({ current }) => current)
    if (!before || !(await this.choose(version.id, before.id))) return false
    const { feedback } = this.app
    offerUndo(feedback, { key: 'version.chosen', params: { n: version.version } }, async () => {
      if (await this.choose(before.id, version.id)) feedback.toast({ key: 'version.undone' })
    })
    return true
  }

  /** Begins to change a remark; null ends it. Releases a picked file whose sheet was left by going back. */
  describe(version: FileVersion | null) {
    this.discard()
    this.described = version
  }

  /** Stores the remark of the version that is being described (AH-52). @returns whether it is stored; the app has shown why not */
  async setRemark(typed: string): Promise<boolean> {
    const { described } = this
    if (!described) return false
    const remark = typed.trim()
    if (remark === described.remark) return true
    try {
      const request = { file_id: this.item.id, file_version_id: described.id, remark }
      const { file_versions } = await this.app.api.call('POST /apps/file_versions/edit', request)
      this.came(file_versions)
      return true
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      return false
    }
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

  /** @param seenId the version that the user sees as current: an upload may have replaced it */
  private async choose(file_version_id: number, seenId: number): Promise<boolean> {
    const request = { file_id: this.item.id, file_version_id, current_version_id: seenId }
    try {
      const { item } = await this.app.api.call('POST /apps/file_versions/make_current', request)
      this.app.changes.announceReplaced(item)
      return true
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (error.code === 'version_outdated') void this.open()
      return false
    }
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
    this.described = null
  }

  private changed(change: ItemChange) {
    if (change.type === 'replaced' && change.row.typed_id === this.item.typed_id) void this.open()
  }
}
