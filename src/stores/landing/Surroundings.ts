import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { SessionContext } from '@/api/SessionContext'
import type { ShareBranding } from '@/contract/entities'
import type { ShareUserInfo } from '@/contract/session/session'
import type { Clock } from '@/platform/Platform'
import { answerOrReport } from '@/stores/app/reportError'

interface Dependencies {
  api: Api
  sessionContext: SessionContext
  platform: { clock: Clock }
}

/** The branding of a link's page, and the other places to which the page leads (2§2, LAND-09). The link's contents do not wait for these. */
export class Surroundings {
  private branding: ShareBranding | null = null
  private product: ShareUserInfo | null = null

  constructor(
    private readonly deps: Dependencies,
    private readonly uniqueName: string,
  ) {
    makeAutoObservable<this, 'branding' | 'product' | 'deps' | 'uniqueName'>(this, {
      branding: observable.ref,
      product: observable.ref,
      deps: false,
      uniqueName: false,
    })
  }

  /** The name of the enterprise, else of the product. */
  get title(): string {
    return this.branding?.share_link_page_title || this.deps.sessionContext.productName
  }

  /** Path of the enterprise's logo for a background, from the server's origin; null without one (LAND-09). */
  logoOn(ground: 'light' | 'dark'): string | null {
    if (this.branding === null) return null
    const { logo_url: light, logo_dark_url: dark } = this.branding
    return ground === 'dark' ? (dark ?? light) : light
  }

  /** '' hides it (decisions 4.10). */
  get appUrl(): string {
    return this.product?.open_app_url ?? ''
  }

  /** '' where nobody can register here, as in a product under another name. */
  get registerUrl(): string {
    return this.product?.is_custom_product === false ? this.deps.sessionContext.registerUrl : ''
  }

  /** Whether the link can be reported (2§6). */
  get takesReports(): boolean {
    return this.branding?.complaints === true && this.product?.is_custom_product === false
  }

  async load() {
    const { api, platform } = this.deps
    const asked = { scenario: 'share', share_link_token: this.uniqueName }
    const own = { handledCodes: 'all' } as const
    const [info, product] = await Promise.all([
      answerOrReport(platform.clock, api.call('GET /apps/users/get_base_info', asked, own)),
      answerOrReport(platform.clock, api.call('GET /apps/users/get_share_user_info', asked, own)),
    ])
    this.came(info?.share_branding ?? null, product)
  }

  private came(branding: ShareBranding | null, product: ShareUserInfo | null) {
    this.branding = branding
    this.product = product
  }
}
