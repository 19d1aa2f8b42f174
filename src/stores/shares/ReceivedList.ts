import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Received } from '@/contract/shares/received'
import { LIST_PAGE_SIZE, LIST_SCROLL_DEBOUNCE } from '@/domain/listLimits'
import { wantsMore, type Keyed, type ListView, type PageRequest } from '@/domain/items/lists/paging'
import type { Canceler, Platform } from '@/platform/Platform'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

export type ReceivedRow = Received & Keyed

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  platform: Pick<Platform, 'clock'>
}

/** The things that others gave the user, newest first (AH-49). */
export class ReceivedList {
  readonly pages: PagedList<ReceivedRow>
  private view: ListView | null = null

  constructor(private readonly deps: Dependencies) {
    const { clock } = deps.platform
    this.pages = new PagedList<ReceivedRow>(
      { clock, feedback: deps.feedback },
      {
        pageSize: LIST_PAGE_SIZE,
        pause: LIST_SCROLL_DEBOUNCE,
        fetch: (asked, canceler) => this.fetch(asked, canceler),
        wantsMore: (held) => this.view !== null && wantsMore(held, this.view),
      },
    )
    makeAutoObservable<this, 'deps' | 'view'>(this, { deps: false, pages: false, view: false })
  }

  get phase(): PagedList<ReceivedRow>['phase'] {
    return this.pages.phase
  }

  /** Loads the first page; the rows stay until the answer. */
  async load() {
    await this.pages.open()
  }

  /** The user may be near the end of the rows. */
  onScroll(view: ListView) {
    this.view = view
    this.pages.onScroll()
  }

  dispose() {
    this.pages.stop()
  }

  private async fetch({ offset }: PageRequest, canceler: Canceler): Promise<Page<ReceivedRow>> {
    const options = { quiet: true, canceler }
    const { received, total_count: total } = await this.deps.api.call(
      'GET /apps/share_links/received',
      { offset },
      options,
    )
    return { rows: received.map((each) => ({ ...each, typed_id: each.key })), total }
  }
}
