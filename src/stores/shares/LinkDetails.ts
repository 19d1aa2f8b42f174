import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure, answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Reply } from '@/contract/api'
import type { ShareGroup, ShareLink, ShareVisit } from '@/contract/shares/shares'
import { LIST_PAGE_SIZE, LIST_SCROLL_DEBOUNCE } from '@/domain/listLimits'
import type { Keyed, PageRequest } from '@/domain/items/lists/paging'
import { settingFields } from '@/domain/shares/createPayload'
import type { ShareSettings } from '@/domain/shares/settings'
import { groupVisits, type VisitGroup } from '@/domain/shares/visits'
import type { Canceler, Platform } from '@/platform/Platform'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import { askToClose, closeLink, reopenLink } from './closeLink'
import type { LinkChange, LinkChanges } from './LinkChanges'

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  linkChanges: LinkChanges
  platform: Pick<Platform, 'clock'>
}

type Hidden = 'deps' | 'id' | 'unsubscribe'

/** One link: its use, its visitors, and the actions on it (AH-17). */
export class LinkDetails {
  /** `gone`: no such link, or not visible to the user. */
  phase: 'loading' | 'ready' | 'failed' | 'gone' = 'loading'
  link: ShareLink | null = null
  /** Visits per day over the last 30 days, oldest first. */
  visitsByDay: readonly number[] = []
  /** The WeChat groups in which a card of the link was opened most recently (AH-26). */
  groups: readonly ShareGroup[] = []
  groupCount = 0
  /** Why loading failed. */
  error: Message | null = null
  /** Whether the link is being closed or reopened. */
  isBusy = false
  readonly visits: PagedList<ShareVisit & Keyed>
  private readonly unsubscribe: () => void

  constructor(
    private readonly deps: Dependencies,
    private readonly id: number,
  ) {
    const { clock } = deps.platform
    this.visits = new PagedList<ShareVisit & Keyed>(
      { clock, feedback: deps.feedback },
      {
        pageSize: LIST_PAGE_SIZE,
        pause: LIST_SCROLL_DEBOUNCE,
        fetch: (asked, canceler) => this.fetchVisits(asked, canceler),
      },
    )
    makeAutoObservable<this, Hidden>(this, {
      link: observable.ref,
      visitsByDay: observable.ref,
      groups: observable.ref,
      error: observable.ref,
      deps: false,
      id: false,
      visits: false,
      unsubscribe: false,
    })
    this.unsubscribe = deps.linkChanges.subscribe((change) => this.changed(change))
  }

  /** The visitors' actions, grouped into visits as a person would describe them. */
  get visitGroups(): VisitGroup[] {
    return groupVisits(this.visits.held.rows)
  }

  /** Loads the link; what is shown stays until the answers. */
  async load() {
    await Promise.all([this.loadLink(), this.visits.open()])
  }

  nearEnd() {
    this.visits.nearEnd()
  }

  /** Asks, then closes the link; can be undone for 6 s (AH-09). */
  async close() {
    if (!(await askToClose(this.deps)) || this.isBusy) return
    this.began()
    await closeLink(this.deps, this.id, () => this.reopen())
    this.ended()
  }

  async reopen() {
    if (this.isBusy) return
    this.began()
    await reopenLink(this.deps, this.id)
    this.ended()
  }

  /** Approves or refuses the link (decisions 4.15). If its maker changed it meanwhile, the change is shown first. */
  async decide(isApproved: boolean) {
    const { api, feedback, linkChanges } = this.deps
    const word = isApproved ? 'approve' : 'refuse'
    const agreed = await feedback.confirm(
      { key: `link.${word}Text` },
      { title: { key: `link.${word}Title` }, confirm: { key: `link.${word}` }, isDanger: !isApproved },
    )
    const shown = this.link
    if (!agreed || this.isBusy || !shown) return
    this.began()
    const fresh = (await answerOrNull(api.call('GET /apps/share_links/get', { share_link_id: this.id })))?.share_link
    const isSame = fresh !== undefined && termsOf(fresh) === termsOf(shown)
    const request = { share_link_ids: [this.id], is_approved: isApproved }
    const answer = isSame ? await answerOrNull(api.call('POST /apps/share_links/approve', request)) : null
    this.ended()
    const link = answer?.share_links[0] ?? fresh
    if (!link) return
    linkChanges.announceReplaced(link)
    if (!isSame) return feedback.toast({ key: 'link.changedSince' })
    if (answer) feedback.toast({ key: link.state === 'refused' ? 'link.refused' : 'link.approved' })
  }

  /** Saves all settings; the app shows a refusal. Resolves to whether they were saved. */
  async edit(settings: ShareSettings): Promise<boolean> {
    const { api, feedback, linkChanges } = this.deps
    const request = { share_link_id: this.id, ...settingFields(settings) }
    const answer = await answerOrNull(api.call('POST /apps/share_links/edit', request))
    if (!answer) return false
    linkChanges.announceReplaced(answer.share_link)
    feedback.toast({ key: 'link.changed' })
    return true
  }

  dispose() {
    this.unsubscribe()
    this.visits.stop()
  }

  private async loadLink() {
    try {
      const answer = await this.deps.api.call(
        'GET /apps/share_links/get',
        { share_link_id: this.id, zone: this.deps.platform.clock.zone() },
        { quiet: true, handledCodes: ['share_link_not_found'] },
      )
      this.received(answer)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.failed(error)
    }
  }

  private async fetchVisits({ offset }: PageRequest, canceler: Canceler): Promise<Page<ShareVisit & Keyed>> {
    const answer = await this.deps.api.call(
      'GET /apps/share_links/visits',
      { share_link_id: this.id, offset },
      { quiet: true, canceler, handledCodes: ['share_link_not_found'] },
    )
    return {
      rows: answer.visits.map((visit) => ({ ...visit, typed_id: String(visit.id) })),
      total: answer.total_count,
    }
  }

  private received(answer: Reply<'GET /apps/share_links/get'>) {
    this.link = answer.share_link
    this.visitsByDay = answer.visits_by_day
    this.groups = answer.groups
    this.groupCount = answer.group_count
    this.phase = 'ready'
    this.error = null
  }

  private failed(error: ApiFailure) {
    this.error = messageOf(error.failure)
    if (error.code === 'share_link_not_found') this.phase = 'gone'
    else if (this.link) this.deps.feedback.toast(this.error)
    else this.phase = 'failed'
  }

  private changed({ link }: LinkChange) {
    if (link.id === this.id && this.link) this.link = link
  }

  private began() {
    this.isBusy = true
  }

  private ended() {
    this.isBusy = false
  }
}

/** The settings that a decision about the link depends on. */
function termsOf(link: ShareLink): string {
  return JSON.stringify(settingFields(link))
}
