import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Clock } from '@/platform/Platform'
import { answerOrReport } from '@/stores/app/reportError'

interface Dependencies {
  api: Api
  platform: { clock: Clock; origin: string }
}

/** The facts about a link that its card needs. */
export interface CardedLink {
  unique_name: string
  disable_forward: boolean
  /** Only for the user's own link. Somebody else's link gets no card if it may not be forwarded. */
  id?: number
}

/** The card of a link (SHARE-12). Where the link may not be forwarded, the card is a private message (AH-26). */
export class LinkCard {
  /** `none`: no card may be sent. */
  phase: 'loading' | 'ready' | 'none' = 'loading'
  /** '' where strangers may not see the name. */
  title = ''
  /** The number of items; `title` names the first. */
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
