import { makeAutoObservable, observable } from 'mobx'
import { answerOrNull } from '@/api/ApiFailure'
import type { Item } from '@/contract/entities'
import type { ItemDetails } from '@/contract/lists'
import { createCanceler } from '@/platform/canceler'
import type { AppStore } from '@/stores/shell/AppStore'

/** What an item does not tell of itself, and how many links of it the user made; without an answer the rest is shown. */
export class DetailsStore {
  details: ItemDetails | null = null
  phase: 'loading' | 'ready' | 'failed' = 'loading'
  /** null until it is known. */
  linkCount: number | null = null
  private readonly canceler = createCanceler()

  constructor(
    private readonly app: Pick<AppStore, 'api'>,
    private readonly item: Item,
  ) {
    makeAutoObservable<this, 'app' | 'item' | 'canceler'>(this, {
      details: observable.ref,
      app: false,
      item: false,
      canceler: false,
    })
  }

  /** What lies in a trash has no more to tell. */
  async load() {
    if (this.item.is_deleted) return this.answered(null)
    await Promise.all([this.loadDetails(), this.countLinks()])
  }

  dispose() {
    this.canceler.cancel()
  }

  private async loadDetails() {
    const { canceler } = this
    const request = { item_typed_id: this.item.typed_id }
    const answer = await answerOrNull(
      this.app.api.call('GET /apps/files/details', request, { handledCodes: 'all', canceler }),
    )
    if (!canceler.canceled) this.answered(answer && answer.details)
  }

  private async countLinks() {
    const { canceler } = this
    const request = { item_typed_id: this.item.typed_id }
    const answer = await answerOrNull(
      this.app.api.call('GET /apps/share_links/get_list', request, { handledCodes: 'all', canceler }),
    )
    if (answer && !canceler.canceled) this.linksCounted(answer.total_count)
  }

  private linksCounted(count: number) {
    this.linkCount = count
  }

  private answered(details: ItemDetails | null) {
    this.details = details
    this.phase = details ? 'ready' : 'failed'
  }
}
