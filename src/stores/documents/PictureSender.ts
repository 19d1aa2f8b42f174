import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import { createCanceler } from '@/platform/canceler'
import type { PickedFile, Platform } from '@/platform/Platform'
import { sendPicture } from './sendPicture'

interface Dependencies {
  api: Api
  platform: Pick<Platform, 'upload'>
  /** The newest token of the document. */
  access(): string
}

/** pictures that one choice adds */
const MOST = 20

/** Sends pictures for a text, one after another (DOC-09). */
export class PictureSender<Source> {
  /** pictures that are on their way */
  waiting = 0
  private readonly canceler = createCanceler()

  constructor(
    private readonly deps: Dependencies,
    /** Makes a picture small enough to send. */
    private readonly prepare: (source: Source) => Promise<PickedFile>,
  ) {
    makeAutoObservable<this, 'deps' | 'prepare' | 'canceler'>(this, { deps: false, prepare: false, canceler: false })
  }

  /** @param onSent puts the picture with this key into the text; false if the user may no longer write */
  async send(sources: readonly Source[], onSent: (picture: string, file: PickedFile) => boolean): Promise<void> {
    const chosen = sources.slice(0, MOST)
    this.count(chosen.length)
    for (const [at, source] of chosen.entries()) {
      const isSent = await this.sendOne(source, onSent)
      // What was refused once, as by a full space, is refused again.
      this.count(isSent ? -1 : at - chosen.length)
      if (!isSent) return
    }
  }

  dispose() {
    this.canceler.cancel()
  }

  private async sendOne(source: Source, onSent: (picture: string, file: PickedFile) => boolean): Promise<boolean> {
    const { api, platform, access } = this.deps
    const { canceler } = this
    try {
      const file = await this.prepare(source)
      const picture = await sendPicture(api, platform, { access: access(), file, canceler })
      return !canceler.canceled && onSent(picture, file)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      return false
    }
  }

  private count(more: number) {
    this.waiting += more
  }
}
