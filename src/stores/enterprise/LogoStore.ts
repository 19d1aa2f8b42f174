import { makeAutoObservable, observable } from 'mobx'
import type { Message } from '@/api/Message'
import type { BaseInfo } from '@/contract/entities'
import { logoAddress } from '@/domain/enterprise/logo'
import { faultOf } from '../session/accountFaults'
import { SmallPicture, type PictureDependencies } from '../session/SmallPicture'

export type Ground = 'light' | 'dark'

export type Logo = SmallPicture<Ground>

function logoOn(deps: PictureDependencies, ground: Ground): Logo {
  return new SmallPicture(deps, ground, async (picture) => {
    const asked = { picture, is_dark: ground === 'dark' }
    const options = { quiet: true, handledCodes: ['invalid_request' as const] }
    return (await deps.api.call('POST /enterprise/set_logo', asked, options)).logo_url
  })
}

/** The logos on the pages of the enterprise's links (LAND-09). */
export class LogoStore {
  phase: 'loading' | 'failed' | 'ready' = 'loading'
  fault: Message | null = null
  readonly logos: readonly [light: Logo, dark: Logo]

  constructor(private readonly deps: PictureDependencies) {
    this.logos = [logoOn(deps, 'light'), logoOn(deps, 'dark')]
    makeAutoObservable<this, 'deps'>(this, { deps: false, logos: false, fault: observable.ref })
  }

  /** Fetches the logos again, which another administrator may have changed. Picked drafts stay. */
  async load() {
    this.began()
    try {
      this.came(await this.deps.api.call('GET /apps/users/get_base_info', {}, { quiet: true }))
    } catch (error) {
      this.failed(faultOf(error).message)
    }
  }

  dispose() {
    for (const logo of this.logos) logo.dispose()
  }

  private began() {
    if (this.phase === 'failed') this.phase = 'loading'
    this.fault = null
  }

  private came({ enterprise_info: enterprise }: Pick<BaseInfo, 'enterprise_info'>) {
    const [light, dark] = this.logos
    light.setAddress(enterprise && logoAddress(enterprise.id, enterprise.logo_key))
    dark.setAddress(enterprise && logoAddress(enterprise.id, enterprise.logo_dark_key))
    this.phase = 'ready'
  }

  private failed(fault: Message) {
    this.fault = fault
    this.phase = 'failed'
  }
}
