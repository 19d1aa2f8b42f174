import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Item } from '@/contract/entities'
import { isSameSort, type Sort } from '@/domain/items/sorting'
import { LIST_PAGE_SIZE, LIST_SCROLL_DEBOUNCE } from '@/domain/listLimits'
import { wantsMore, type ListView, type PageRequest } from '@/domain/items/lists/paging'
import type { Canceler, Platform } from '@/platform/Platform'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  platform: Pick<Platform, 'clock'>
}

/** The contents of a link: all of it, or one folder in it (LAND-05). */
export class LandingList {
  readonly pages: PagedList<Item, 'removed'>
  /** The order in force, as the server says; null before the first answer. */
  sort: Sort | null = null
  /** The folder shown; null where the link shows several items. */
  folder: Item | null = null
  private wanted: Sort | null = null
  private view: ListView | null = null

  /** @param folderId 0: the link's own contents */
  constructor(
    private readonly deps: Dependencies,
    readonly folderId: number,
  ) {
    this.pages = new PagedList<Item, 'removed'>(
      { clock: deps.platform.clock, feedback: deps.feedback },
      {
        pageSize: LIST_PAGE_SIZE,
        pause: LIST_SCROLL_DEBOUNCE,
        fetch: (asked, canceler) => this.fetch(asked, canceler),
        wantsMore: (held) => this.view !== null && wantsMore(held, this.view),
        failed: ({ code }) => (code === 'item_not_found' || code === 'item_is_deleted' ? 'removed' : undefined),
        settled: () => this.pages.fetchAhead(),
      },
    )
    makeAutoObservable<this, 'deps' | 'wanted' | 'view'>(this, {
      sort: observable.ref,
      folder: observable.ref,
      pages: false,
      folderId: false,
      deps: false,
      wanted: false,
      view: false,
    })
  }

  get rows(): readonly Item[] {
    return this.pages.held.rows
  }

  async open() {
    await this.pages.open()
  }

  async sortBy(sort: Sort) {
    if (this.sort && isSameSort(this.sort, sort)) return
    this.wanted = sort
    await this.open()
  }

  /** The user may be near the end of the rows. */
  onScroll(view: ListView) {
    this.view = view
    this.pages.onScroll()
  }

  dispose() {
    this.pages.stop()
  }

  private async fetch(asked: PageRequest, canceler: Canceler): Promise<Page<Item>> {
    const sort = asked.offset === 0 ? this.wanted : this.sort
    const request = {
      folderId: this.folderId,
      ...asked,
      ...(sort && { sort_by: sort.by, sort_direction: sort.direction }),
    }
    const answer = await this.deps.api.call('GET /apps/files/file_list/{folderId}', request, { quiet: true, canceler })
    const rows = answer.children ?? []
    return {
      rows,
      total: answer.total_children_count ?? rows.length,
      apply: () => this.told({ by: answer.sort_by, direction: answer.sort_direction }, answer.folder),
    }
  }

  private told(sort: Sort, folder: Item | null) {
    this.sort = sort
    this.folder = folder
  }
}
