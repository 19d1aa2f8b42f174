import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import { DOCUMENT_PICTURE_LIMIT } from '@/domain/documents/bounds'
import { createCanceler } from '@/platform/canceler'
import { FileUnreadable } from '@/platform/fileFailures'
import type { PickedFile, Platform } from '@/platform/Platform'
import { sendPicture } from './sendPicture'

interface Dependencies {
  api: Api
  platform: Pick<Platform, 'upload'>
  /** The newest token of the document. */
  access(): string
}

/** Puts the picture with this key into the text. @returns false if the user may no longer write */
type OnSent = (picture: string, file: PickedFile) => boolean

/** Why a picture was not added; `notAdded` after a failure that the app has shown. */
export type PictureFault = 'unreadable' | 'tooLarge' | 'tooMany' | 'notAdded'

/** pictures that one choice adds */
export const PICTURES_AT_ONCE = 20

/** Sends pictures for a text, one after another (DOC-09). */
export class PictureSender<Source> {
  /** pictures that are on their way */
  waiting = 0
  private readonly canceler = createCanceler()

  constructor(
    private readonly deps: Dependencies,
    /** Makes a picture small enough to send. @throws FileUnreadable */
    private readonly prepare: (source: Source) => Promise<PickedFile>,
  ) {
    makeAutoObservable<this, 'deps' | 'prepare' | 'canceler'>(this, { deps: false, prepare: false, canceler: false })
  }

  /**
   * Another failure than a fault of one picture, such as a full space, ends the choice: it would meet the next picture, too.
   * @returns how many pictures were left out for each fault; nothing for a page that is left
   */
  async send(sources: readonly Source[], onSent: OnSent): Promise<Map<PictureFault, number>> {
    const chosen = sources.slice(0, PICTURES_AT_ONCE)
    const faults = new Map<PictureFault, number>()
    if (sources.length > chosen.length) faults.set('tooMany', sources.length - chosen.length)
    this.count(chosen.length)
    for (const [at, source] of chosen.entries()) {
      const end = await this.sendOne(source, onSent)
      if (this.canceler.canceled) return new Map()
      const done = end === 'notAdded' ? chosen.length - at : 1
      this.count(-done)
      if (end !== 'sent') faults.set(end, (faults.get(end) ?? 0) + done)
      if (end === 'notAdded') break
    }
    return faults
  }

  dispose() {
    this.canceler.cancel()
  }

  private async sendOne(source: Source, onSent: OnSent): Promise<'sent' | PictureFault> {
    const { api, platform, access } = this.deps
    const { canceler } = this
    try {
      const file = await this.prepare(source)
      if (file.size > DOCUMENT_PICTURE_LIMIT) return 'tooLarge'
      const picture = await sendPicture(api, platform, { access: access(), file, canceler })
      return !canceler.canceled && onSent(picture, file) ? 'sent' : 'notAdded'
    } catch (error) {
      if (error instanceof FileUnreadable) return 'unreadable'
      if (!(error instanceof ApiFailure)) throw error
      return error.code === 'document_picture_unreadable' ? 'unreadable' : 'notAdded'
    }
  }

  private count(more: number) {
    this.waiting += more
  }
}
