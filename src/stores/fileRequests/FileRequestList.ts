import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import type { FileRequestLink } from '@/contract/fileRequests'
import { LIST_PAGE_SIZE, LIST_SCROLL_DEBOUNCE } from '@/domain/listLimits'
import type { Keyed, PageRequest } from '@/domain/items/lists/paging'
import type { Canceler, Platform } from '@/platform/Platform'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

export type FileRequestRow = FileRequestLink & Keyed

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  platform: Pick<Platform, 'clock'>
}

/** The collecting links of the user: all, or those of one folder (AH-25). */
export class FileRequestList {
  readonly pages: PagedList<FileRequestRow>

  /** @param folderId restricts the list to this folder's links */
  constructor(
    private readonly deps: Dependencies,
    readonly folderId?: number,
  ) {
    const { clock } = deps.platform
    this.pages = new PagedList<FileRequestRow>(
      { clock, feedback: deps.feedback },
      {
        pageSize: LIST_PAGE_SIZE,
        pause: LIST_SCROLL_DEBOUNCE,
        fetch: (asked, canceler) => this.fetch(asked, canceler),
      },
    )
    makeAutoObservable<this, 'deps'>(this, {
      deps: false,
      folderId: false,
      pages: false,
    })
  }

  get rows(): readonly FileRequestRow[] {
    return this.pages.held.rows
  }

  /** Loads the first page; the rows stay until the answer. */
  async open() {
    await this.pages.open()
  }

  nearEnd() {
    this.pages.nearEnd()
  }

  dispose() {
    this.pages.stop()
  }

  private async fetch({ offset }: PageRequest, canceler: Canceler): Promise<Page<FileRequestRow>> {
    const asked = { offset, ...(this.folderId !== undefined && { folder_id: this.folderId }) }
    const answer = await this.deps.api.call('GET /apps/collects/get_list', asked, { quiet: true, canceler })
    return {
      rows: answer.collects.map((collect) => ({ ...collect, typed_id: String(collect.id) })),
      total: answer.total_count,
    }
  }
}
