import { makeAutoObservable } from 'mobx'
import type { OpenApi } from '@/api/OpenApi'
import type { OpenItem } from '@/contract/applications'
import { LIST_PAGE_SIZE, LIST_SCROLL_DEBOUNCE } from '@/domain/listLimits'
import type { PageRequest } from '@/domain/items/lists/paging'
import type { Canceler, Clock } from '@/platform/Platform'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

interface Dependencies {
  api: OpenApi
  clock: Clock
  feedback: Pick<FeedbackStore, 'toast'>
}

/** Items that a picker of the open platform finds by name, in all places. */
export class OpenFound {
  readonly pages: PagedList<OpenItem>

  constructor(
    private readonly deps: Dependencies,
    readonly words: string,
    readonly isFoldersOnly: boolean,
  ) {
    this.pages = new PagedList<OpenItem>(deps, {
      pageSize: LIST_PAGE_SIZE,
      pause: LIST_SCROLL_DEBOUNCE,
      fetch: (asked, canceler) => this.fetch(asked, canceler),
    })
    makeAutoObservable<this, 'deps'>(this, { deps: false, words: false, isFoldersOnly: false, pages: false })
  }

  async open() {
    await this.pages.open()
  }

  dispose() {
    this.pages.stop()
  }

  private async fetch({ offset }: PageRequest, canceler: Canceler): Promise<Page<OpenItem>> {
    const asked = {
      query_words: this.words,
      page_id: Math.floor(offset / LIST_PAGE_SIZE),
      page_capacity: LIST_PAGE_SIZE,
      ...(this.isFoldersOnly && { file_type_category: 'folder' as const }),
    }
    const { items, total_count: total } = await this.deps.api.ask('GET /v2/search', asked, { canceler })
    return { rows: items, total }
  }
}
