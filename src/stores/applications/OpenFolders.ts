import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import { messageOf } from '@/api/reactions'
import type { OpenApi } from '@/api/OpenApi'
import type { OpenItem } from '@/contract/applications'
import type { ErrorCode } from '@/contract/errors'
import { LIST_PAGE_SIZE, LIST_SCROLL_DEBOUNCE } from '@/domain/listLimits'
import { addOnTop, type PageRequest } from '@/domain/items/lists/paging'
import type { Canceler, Clock } from '@/platform/Platform'
import type { NameOutcome } from '@/stores/items/ItemNames'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

/** A folder that the user entered; null is the list of all places. */
type Level = { id: number; name: string } | null

export interface OpenSort {
  by: 'date' | 'name' | 'size'
  direction: 'asc' | 'desc'
}

/** The server's codes for a folder that is gone, or no longer open to the user. */
const goneCodes: readonly (ErrorCode | undefined)[] = [
  'item_not_found',
  'item_is_deleted',
  'permission_denied',
  'personal_space_closed',
]

interface Dependencies {
  api: OpenApi
  clock: Clock
  feedback: Pick<FeedbackStore, 'toast'>
}

/** The folders that a picker of the open platform walks through, one level at a time. */
export class OpenFolders {
  /** `gone`: the present folder is not accessible any more. */
  readonly pages: PagedList<OpenItem, 'gone'>
  levels: readonly Level[] = []
  /** The present folder; null in the list of all places. */
  folder: OpenItem | null = null
  sort: OpenSort = { by: 'date', direction: 'desc' }

  constructor(private readonly deps: Dependencies) {
    this.pages = new PagedList<OpenItem, 'gone'>(deps, {
      pageSize: LIST_PAGE_SIZE,
      pause: LIST_SCROLL_DEBOUNCE,
      fetch: (asked, canceler) => this.fetch(asked, canceler),
      failed: ({ code }) => (goneCodes.includes(code) ? 'gone' : undefined),
    })
    makeAutoObservable<this, 'deps'>(this, {
      levels: observable.ref,
      folder: observable.ref,
      sort: observable.ref,
      pages: false,
      deps: false,
    })
  }

  get hasAbove(): boolean {
    return this.levels.length > 1
  }

  /** Begins in a folder; with 0 in the list of all places, unless there is only one. */
  async start(folderId: number) {
    if (folderId !== 0) return this.turnTo([{ id: folderId, name: '' }])
    await this.turnTo([null])
    const [only, ...others] = this.pages.held.rows
    if (only?.id === 0 && others.length === 0) await this.turnTo([{ id: 0, name: '' }])
  }

  async enter({ id, name }: Pick<OpenItem, 'id' | 'name'>) {
    await this.turnTo([...this.levels, { id, name }])
  }

  async back() {
    if (this.hasAbove) await this.turnTo(this.levels.slice(0, -1))
  }

  /** Sorts this folder and those entered later. */
  async sortBy(sort: OpenSort) {
    this.sort = sort
    await this.turnTo(this.levels)
  }

  /** Creates a folder here, and shows it on top. */
  async newFolder(name: string): Promise<NameOutcome> {
    const { folder } = this
    if (!folder) return { done: false, fault: null }
    try {
      const item = await this.deps.api.ask('POST /v2/folder/create', { parent_id: folder.id, name })
      this.pages.change((held) => addOnTop(held, item))
      return { done: true }
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      return { done: false, fault: messageOf(error.failure) }
    }
  }

  dispose() {
    this.pages.stop()
  }

  private async turnTo(levels: readonly Level[]) {
    this.levels = levels
    this.pages.clear()
    await this.pages.open()
  }

  private async fetch({ offset }: PageRequest, canceler: Canceler): Promise<Page<OpenItem>> {
    const level = this.levels[this.levels.length - 1] ?? null
    if (level === null) {
      const { folders } = await this.deps.api.ask('GET /v2/folder/roots', {}, { canceler })
      return { rows: folders, total: folders.length, apply: () => this.came(null) }
    }
    const asked = {
      id: level.id,
      page_id: Math.floor(offset / LIST_PAGE_SIZE),
      page_capacity: LIST_PAGE_SIZE,
      sort_by: this.sort.by,
      sort_direction: this.sort.direction,
    }
    const {
      folder,
      folders,
      files,
      total_count: total,
    } = await this.deps.api.ask('GET /v2/folder/{id}/children', asked, {
      canceler,
    })
    return { rows: [...folders, ...files], total, apply: () => this.came(folder) }
  }

  private came(folder: OpenItem | null) {
    this.folder = folder
  }
}
