import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Canceler, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'

interface Dependencies {
  api: Api
  platform: Pick<Platform, 'origin'>
}

/** The single picture of a link, shown before the code of the viewers has loaded. */
export class LandingPicture {
  phase: 'loading' | 'shown' | 'failed'
  /** null if the server sent none, or after the picture failed to load. */
  address: string | null
  private isRenewed = false
  private readonly canceler: Canceler = createCanceler()

  constructor(
    private readonly deps: Dependencies,
    private readonly fileId: number,
    /** From the link's answer. A request to the address waits until the server has rendered the picture. */
    address: string | null,
  ) {
    this.address = address && deps.platform.origin + address
    this.phase = address === null ? 'failed' : 'loading'
    makeAutoObservable<this, 'deps' | 'fileId' | 'canceler' | 'isRenewed'>(this, {
      deps: false,
      fileId: false,
      canceler: false,
      isRenewed: false,
    })
  }

  /** The picture failed to load. Its address may have expired on a page open for long, so a new one is requested once. */
  async onError() {
    if (this.isRenewed) return this.fail()
    this.isRenewed = true
    const { canceler, fileId } = this
    const { api } = this.deps
    try {
      const asked = { file_id: fileId, extension_category: 'image' as const, num: 1 }
      const { item } = await api.call('GET /apps/files/get_sibling', asked, { quiet: true, canceler })
      if (canceler.canceled) return
      if (item.preview_url === null) this.fail()
      else this.came(item.preview_url)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!canceler.canceled) this.fail()
    }
  }

  onLoad() {
    this.phase = 'shown'
  }

  dispose() {
    this.canceler.cancel()
  }

  private came(address: string) {
    this.address = this.deps.platform.origin + address
  }

  /** The page shows no reason. The viewer that a tap opens shows it. */
  private fail() {
    this.address = null
    this.phase = 'failed'
  }
}
