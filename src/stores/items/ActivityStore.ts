import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Item } from '@/contract/entities'
import type { ActivityEntry } from '@/contract/items/activity'
import { createCanceler } from '@/platform/canceler'
import type { AppServices } from '@/stores/app/AppServices'

/** Entries at first, and with each "Show more". */
const PAGE = { first: 5, further: 20 }

/** The activity of an item, newest first, page by page (AH-40). */
export class ActivityStore {
  phase: 'loading' | 'ready' | 'failed' = 'loading'
  entries: readonly ActivityEntry[] = []
  /** Why the last page failed. */
  error: Message | null = null
  /** null: there is no older entry. */
  private next: string | null = null
  private readonly canceler = createCanceler()

  constructor(
    private readonly app: Pick<AppServices, 'api'>,
    private readonly item: Pick<Item, 'typed_id'>,
  ) {
    makeAutoObservable<this, 'app' | 'item' | 'canceler'>(this, {
      entries: observable.ref,
      error: observable.ref,
      app: false,
      item: false,
      canceler: false,
    })
  }

  get hasMore(): boolean {
    return this.next !== null
  }

  /** Loads the next page, or again the one that failed. */
  async more() {
    const { canceler, next } = this
    this.began()
    try {
      const page = await this.app.api.call(
        'GET /apps/files/activity',
        {
          item_typed_id: this.item.typed_id,
          limit: next === null ? PAGE.first : PAGE.further,
          ...(next !== null && { before: next }),
        },
        { quiet: true, canceler },
      )
      if (!canceler.canceled) this.received(page)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!canceler.canceled) this.failed(messageOf(error.failure))
    }
  }

  dispose() {
    this.canceler.cancel()
  }

  private began() {
    this.phase = 'loading'
    this.error = null
  }

  private received({ entries, next }: { entries: readonly ActivityEntry[]; next: string | null }) {
    this.entries = [...this.entries, ...entries]
    this.next = next
    this.phase = 'ready'
  }

  private failed(error: Message) {
    this.error = error
    this.phase = 'failed'
  }
}
