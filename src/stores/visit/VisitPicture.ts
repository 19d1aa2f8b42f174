import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Canceler, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import { Representation } from '@/stores/preview/Representation'

interface Dependencies {
  api: Api
  platform: Pick<Platform, 'clock' | 'origin'>
}

/** The one picture that a link shows, before the viewers' code is there. */
export class VisitPicture {
  phase: 'loading' | 'ready' | 'failed' = 'loading'
  private readonly representation: Representation
  private readonly canceler: Canceler = createCanceler()

  constructor(
    private readonly deps: Dependencies,
    private readonly fileId: number,
  ) {
    const { api, platform } = deps
    this.representation = new Representation(api, platform.clock, {
      ready: () => this.ended('ready'),
      failed: () => this.ended('failed'),
      refused: (error) => {
        if (!(error instanceof ApiFailure)) throw error
        this.ended('failed')
      },
    })
    makeAutoObservable<this, 'deps' | 'fileId' | 'representation' | 'canceler'>(this, {
      deps: false,
      fileId: false,
      representation: false,
      canceler: false,
    })
  }

  /** null until it can be shown. */
  get address(): string | null {
    const address = this.representation.info?.preview_url
    return this.phase === 'ready' && address ? this.deps.platform.origin + address : null
  }

  async open() {
    const asked = { kind: 'image_1024', mode: 'pages', pages: false, opensOriginal: false } as const
    await this.representation.open({ fileId: this.fileId, ...asked }, 'first', this.canceler)
  }

  /** What was made does not come. */
  fail() {
    this.ended('failed')
  }

  dispose() {
    this.canceler.cancel()
    this.representation.stop()
  }

  private ended(phase: 'ready' | 'failed') {
    if (!this.canceler.canceled) this.phase = phase
  }
}
