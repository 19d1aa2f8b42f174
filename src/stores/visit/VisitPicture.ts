import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Canceler, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'

interface Dependencies {
  api: Api
  platform: Pick<Platform, 'origin'>
}

/** The one picture that a link shows, before the viewers' code is there. */
export class VisitPicture {
  phase: 'loading' | 'shown' | 'failed' = 'loading'
  /** null until it can be fetched. */
  address: string | null = null
  private readonly canceler: Canceler = createCanceler()

  constructor(
    private readonly deps: Dependencies,
    private readonly fileId: number,
  ) {
    makeAutoObservable<this, 'deps' | 'fileId' | 'canceler'>(this, { deps: false, fileId: false, canceler: false })
  }

  /** Whoever fetches the picture before it is made waits for it. */
  async open() {
    const { canceler, fileId } = this
    const { api } = this.deps
    try {
      const asked = { file_id: fileId, extension_category: 'image' as const, num: 1 }
      const { item } = await api.call('GET /apps/files/get_sibling', asked, { quiet: true, canceler })
      if (!canceler.canceled) this.came(item.preview_url)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!canceler.canceled) this.fail()
    }
  }

  loaded() {
    this.phase = 'shown'
  }

  /** What was made does not come, or nothing can be made: the viewers say why. */
  fail() {
    this.address = null
    this.phase = 'failed'
  }

  dispose() {
    this.canceler.cancel()
  }

  private came(address: string | null) {
    if (address === null) return this.fail()
    this.address = this.deps.platform.origin + address
  }
}
