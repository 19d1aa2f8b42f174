import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Message } from '@/api/Message'
import { isLogoKind, LOGO_KILOBYTES } from '@/domain/enterprise/logo'
import type { PickedFile, PickSource, Platform } from '@/platform/Platform'
import { FileUnreadable, PickFailed } from '@/platform/fileFailures'
import { PrivacyUndeclared } from '@/platform/privacyFailures'
import { ActionLog } from '@/stores/app/ActionLog'
import { isPickFailure, pickMessage } from '@/stores/uploads/uploadFaults'
import { faultOf } from './accountFaults'

export interface PictureDependencies {
  api: Api
  platform: Pick<Platform, 'origin' | 'pickFiles' | 'readBase64' | 'releaseFile'>
}

interface Draft {
  file: PickedFile
  base64: string
}

type Fault = Message<'account'>

/** Sets the picture that others see. @param picture in base64; null: none @returns its path on the server; null for none */
export type SetPicture = (picture: string | null) => Promise<string | null>

/**
 * A small picture: an enterprise's logo for one background (LAND-09), or a user's own (CONT-03). Holds the saved picture, and a picked
 * picture that is not yet saved.
 */
export class SmallPicture<Name extends string = string> {
  /** Path of the saved picture; null: none. */
  address: string | null = null
  doing: 'read' | 'save' | 'remove' | null = null
  /** Why the last picture could not be read, saved or removed; the former picture stays. */
  error: Fault | null = null
  private draft: Draft | null = null
  private isOver = false

  constructor(
    private readonly deps: PictureDependencies,
    /** Distinguishes the picture from others on the same screen. */
    readonly name: Name,
    private readonly set: SetPicture,
    /** px per side, to which a photo is scaled; absent: as it is */
    private readonly side?: number,
  ) {
    makeAutoObservable<this, 'deps' | 'set' | 'side' | 'draft' | 'isOver'>(this, {
      deps: false,
      name: false,
      set: false,
      side: false,
      isOver: false,
      draft: observable.ref,
      error: observable.ref,
    })
  }

  /** The picked picture, else the saved one; null: neither. */
  get picture(): string | null {
    if (this.draft) return this.draft.file.thumbnail ?? `data:image;base64,${this.draft.base64}`
    return this.address === null ? null : this.deps.platform.origin + this.address
  }

  /** Whether it shows an unsaved picture. */
  get isDraft(): boolean {
    return this.draft !== null
  }

  /** The server sent the saved picture. */
  setAddress(address: string | null) {
    this.address = address
  }

  /** Lets the user choose a picture. An unsuitable one is refused, and the former stays. Within the user's tap. */
  async pick(source: PickSource) {
    if (this.doing) return
    const { api, platform } = this.deps
    // A browser may never report that its picker was closed, so only reading counts as busy.
    try {
      const [file, ...rest] = await platform.pickFiles(source, 1)
      for (const other of rest) platform.releaseFile(other)
      if (file) await this.take(file)
    } catch (error) {
      if (!isPickFailure(error)) throw error
      if (error instanceof PrivacyUndeclared) new ActionLog(api).privacyUndeclared(error)
      this.failed(error instanceof PickFailed ? unreadableFile : pickMessage(error))
    }
  }

  /** Saves the picked picture. Resolves to whether it is saved. */
  async save(): Promise<boolean> {
    return this.draft !== null && this.send('save', this.draft.base64)
  }

  /** Removes the saved picture. Resolves to whether it is removed. */
  async remove(): Promise<boolean> {
    return this.send('remove', null)
  }

  /** Discards the picked picture. */
  discard() {
    if (this.draft) this.deps.platform.releaseFile(this.draft.file)
    this.draft = null
    this.error = null
  }

  dispose() {
    this.isOver = true
    this.discard()
  }

  private async take(file: PickedFile) {
    const { platform } = this.deps
    this.began('read')
    const isLarge = this.side === undefined && file.size > LOGO_KILOBYTES * 1000
    const read = isLarge ? tooLarge : await platform.readBase64(file, this.side).catch(unreadable)
    this.ended()
    const fault = typeof read !== 'string' ? read : faultIn(read)
    if (fault) {
      platform.releaseFile(file)
      return this.failed(fault)
    }
    if (this.isOver) return platform.releaseFile(file)
    this.drafted({ file, base64: read as string })
  }

  private async send(doing: 'save' | 'remove', picture: string | null): Promise<boolean> {
    if (this.doing) return false
    const { draft } = this
    this.began(doing)
    try {
      const address = await this.set(picture)
      if (this.draft === draft) this.discard()
      this.setAddress(address)
      return true
    } catch (error) {
      const { message, field } = faultOf(error)
      this.failed(field === 'picture' ? wrongKind : message)
      return false
    } finally {
      this.ended()
    }
  }

  private began(doing: SmallPicture['doing']) {
    this.doing = doing
    this.error = null
  }

  private ended() {
    this.doing = null
  }

  private failed(trouble: Fault) {
    this.error = trouble
  }

  private drafted(draft: Draft) {
    this.discard()
    this.draft = draft
  }
}

const tooLarge: Fault = { key: 'logo.tooLarge', params: { n: LOGO_KILOBYTES } }
const wrongKind: Fault = { key: 'logo.wrongKind' }
const unreadableFile: Fault = { key: 'logo.unreadable' }

/** Why a picture is unsuitable; null if it is suitable. Three bytes are four letters of base64. */
function faultIn(base64: string): Fault | null {
  if (base64.length * 0.75 > LOGO_KILOBYTES * 1000) return tooLarge
  return isLogoKind(base64) ? null : wrongKind
}

function unreadable(error: unknown): Fault {
  if (!(error instanceof FileUnreadable)) throw error
  return unreadableFile
}
