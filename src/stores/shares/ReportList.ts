import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import type { ShareReport } from '@/contract/shares/reports'
import type { ShareLink } from '@/contract/shares/shares'
import { LIST_PAGE_SIZE, LIST_SCROLL_DEBOUNCE } from '@/domain/listLimits'
import type { Keyed, PageRequest } from '@/domain/items/lists/paging'
import type { Canceler, Platform } from '@/platform/Platform'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import { askToClose, closeLink } from './closeLink'
import type { LinkChanges } from './LinkChanges'

export type ReportRow = ShareReport & Keyed

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  linkChanges: LinkChanges
  platform: Pick<Platform, 'clock'>
}

/** Reports by visitors about the enterprise's links, newest first; for its administrators. */
export class ReportList {
  readonly pages: PagedList<ReportRow>
  closingId: number | null = null
  private readonly unsubscribe: () => void

  constructor(private readonly deps: Dependencies) {
    const { clock } = deps.platform
    this.pages = new PagedList<ReportRow>(
      { clock, feedback: deps.feedback },
      {
        pageSize: LIST_PAGE_SIZE,
        pause: LIST_SCROLL_DEBOUNCE,
        fetch: (asked, canceler) => this.fetch(asked, canceler),
      },
    )
    makeAutoObservable<this, 'deps' | 'unsubscribe'>(this, {
      pages: false,
      deps: false,
      unsubscribe: false,
    })
    this.unsubscribe = deps.linkChanges.subscribe(({ link }) => this.changed(link))
  }

  get rows(): readonly ReportRow[] {
    return this.pages.held.rows
  }

  /** Loads the first page; what is shown stays until the answer. */
  async open() {
    await this.pages.open()
  }

  nearEnd() {
    this.pages.nearEnd()
  }

  /** Asks, then closes the reported link. */
  async closeLink(id: number) {
    if (!(await askToClose(this.deps)) || this.closingId !== null) return
    this.began(id)
    await closeLink(this.deps, id)
    this.ended()
  }

  dispose() {
    this.unsubscribe()
    this.pages.stop()
  }

  private async fetch({ offset }: PageRequest, canceler: Canceler): Promise<Page<ReportRow>> {
    const options = { quiet: true, canceler }
    const answer = await this.deps.api.call('GET /apps/share_links/reports', { offset }, options)
    return {
      rows: answer.reports.map((report) => ({ ...report, typed_id: String(report.id) })),
      total: answer.total_count,
    }
  }

  private changed({ id, state, closed, closed_by_administrator }: ShareLink) {
    this.pages.change((held) => ({
      ...held,
      rows: held.rows.map((row) =>
        row.share_link.id === id
          ? { ...row, share_link: { ...row.share_link, state, closed, closed_by_administrator } }
          : row,
      ),
    }))
  }

  private began(id: number) {
    this.closingId = id
  }

  private ended() {
    this.closingId = null
  }
}
