import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { OpenApi } from '@/api/OpenApi'
import { messageOf } from '@/api/reactions'
import type { OpenItem } from '@/contract/applications'
import { LIST_PAGE_SIZE } from '@/domain/limits'
import type { NameResult } from '@/stores/items/ItemNames'

/** A place that the user went into; null is where all of them are listed. */
type Level = { id: number; name: string } | null

/** How a folder is sorted. */
export interface OpenSort {
  by: 'date' | 'name' | 'size'
  direction: 'asc' | 'desc'
}

type Hidden = 'api' | 'ticket'

/** The folders that a picker of the open platform goes through, one level at a time. */
export class OpenFolders {
  phase: 'loading' | 'ready' | 'failed' = 'loading'
  levels: readonly Level[] = []
  /** The present place; null where all places are listed. */
  folder: OpenItem | null = null
  items: readonly OpenItem[] = []
  total = 0
  trouble: Message | null = null
  isLoadingMore = false
  sort: OpenSort = { by: 'date', direction: 'desc' }
  private ticket = 0

  constructor(private readonly api: OpenApi) {
    makeAutoObservable<this, Hidden>(this, {
      levels: observable.ref,
      folder: observable.ref,
      items: observable.ref,
      trouble: observable.ref,
      sort: observable.ref,
      api: false,
      ticket: false,
    })
  }

  /** Whether there is a level to go back to. */
  get hasAbove(): boolean {
    return this.levels.length > 1
  }

  /** Begins in a folder; with 0 where all places are, unless there is but one. */
  async start(folderId: number) {
    if (folderId !== 0) return this.turnTo([{ id: folderId, name: '' }])
    await this.turnTo([null])
    const [only, ...others] = this.items
    if (only?.id === 0 && others.length === 0) await this.turnTo([{ id: 0, name: '' }])
  }

  async enter({ id, name }: Pick<OpenItem, 'id' | 'name'>) {
    await this.turnTo([...this.levels, { id, name }])
  }

  async back() {
    if (this.hasAbove) await this.turnTo(this.levels.slice(0, -1))
  }

  async retry() {
    await this.turnTo(this.levels)
  }

  /** Sorts the folders one is in and comes to. */
  async sortBy(sort: OpenSort) {
    this.sort = sort
    await this.turnTo(this.levels)
  }

  /** The next rows, where there are more. */
  async more() {
    const level = this.levels[this.levels.length - 1]
    if (!level || this.isLoadingMore || this.phase !== 'ready' || this.items.length >= this.total) return
    const { ticket } = this
    this.wants(true)
    try {
      const page_id = Math.floor(this.items.length / LIST_PAGE_SIZE)
      const asked = { id: level.id, page_id, ...this.asked() }
      const { items, total_count: total } = await this.api.ask('GET /v2/folder/{id}/children', asked)
      if (ticket === this.ticket) this.grew(items, total)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
    } finally {
      this.wants(false)
    }
  }

  /** Makes a folder here, which then stands on top. */
  async newFolder(name: string): Promise<NameResult> {
    const { folder } = this
    if (!folder) return { done: false, fault: null }
    try {
      const item = await this.api.ask('POST /v2/folder/create', { parent_id: folder.id, name })
      this.added(item)
      return { done: true, item }
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      return { done: false, fault: messageOf(error.failure) }
    }
  }

  private async turnTo(levels: readonly Level[]) {
    const ticket = this.began(levels)
    const level = levels[levels.length - 1] ?? null
    try {
      if (level === null) {
        const { folders } = await this.api.ask('GET /v2/folder/roots', {})
        if (ticket === this.ticket) this.came(null, folders, folders.length)
        return
      }
      const asked = { id: level.id, page_id: 0, ...this.asked() }
      const { folder, items, total_count: total } = await this.api.ask('GET /v2/folder/{id}/children', asked)
      if (ticket === this.ticket) this.came(folder, items, total)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (ticket === this.ticket) this.failed(error)
    }
  }

  private asked() {
    const { by, direction } = this.sort
    return { page_capacity: LIST_PAGE_SIZE, sort_by: by, sort_direction: direction }
  }

  private began(levels: readonly Level[]): number {
    this.levels = levels
    this.phase = 'loading'
    this.ticket += 1
    return this.ticket
  }

  private came(folder: OpenItem | null, items: readonly OpenItem[], total: number) {
    this.folder = folder
    this.items = items
    this.total = total
    this.phase = 'ready'
  }

  private grew(items: readonly OpenItem[], total: number) {
    const known = new Set(this.items.map(({ typed_id: id }) => id))
    this.items = [...this.items, ...items.filter(({ typed_id: id }) => !known.has(id))]
    this.total = items.length === 0 ? this.items.length : total
  }

  private added(folder: OpenItem) {
    this.items = [folder, ...this.items]
    this.total += 1
  }

  private failed(error: ApiFailure) {
    this.trouble = messageOf(error.failure)
    this.phase = 'failed'
  }

  private wants(more: boolean) {
    this.isLoadingMore = more
  }
}
