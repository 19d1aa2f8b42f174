import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Clock } from '@/platform/Platform'
import { answerOrReport } from '@/stores/app/reportError'

interface Dependencies {
  api: Api
  platform: { clock: Clock; origin: string }
}

/** A link as its card is made. */
export interface CardedLink {
  unique_name: string
  disable_forward: boolean
  /** Of a link of one's own; a card of another one that may not be forwarded is not made. */
  id?: number
}

/** What the card of a link says (SHARE-12); of one that may not be forwarded, what keeps those who get it from passing it on (AH-26). */
export class LinkCard {
  /** `none`: no card may be sent. */
  phase: 'loading' | 'ready' | 'none' = 'loading'
  /** '' where a stranger is told nothing of it. */
  title = ''
  /** Of how many items the title is that of the first. */
  count = 0
  /** Absolute; '' without one. */
  picture = ''
  activityId: string | null = null

  constructor(
    private readonly deps: Dependencies,
    private readonly link: CardedLink,
  ) {
    makeAutoObservable<this, 'deps' | 'link'>(this, { deps: false, link: false })
  }

  async load() {
    const { id, unique_name, disable_forward: isPrivate } = this.link
    if (isPrivate && id === undefined) return this.came('none')
    const [told, marked] = await Promise.all([
      this.told(unique_name),
      isPrivate && id !== undefined ? this.marked(id) : null,
    ])
    if (told) this.says(told)
    this.came(isPrivate && !marked ? 'none' : 'ready', marked?.activity_id ?? null)
  }

  private told(unique_name: string) {
    const call = this.deps.api.call('GET /apps/share_links/card', { unique_name }, { handledCodes: 'all', quiet: true })
    return answerOrReport(this.deps.platform.clock, call)
  }

  private marked(share_link_id: number) {
    const { api, platform } = this.deps
    const own = { handledCodes: 'all', quiet: true } as const
    return answerOrReport(platform.clock, api.call('POST /v1/wechat_applet/private_message', { share_link_id }, own))
  }

  private says({ title, count, picture }: { title: string; count: number; picture: string | null }) {
    this.title = title
    this.count = count
    this.picture = picture === null ? '' : this.deps.platform.origin + picture
  }

  private came(phase: 'ready' | 'none', activityId: string | null = null) {
    this.activityId = activityId
    this.phase = phase
  }
}
