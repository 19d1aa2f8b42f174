import { makeAutoObservable, observable } from 'mobx'
import { answerOrNull } from '@/api/ApiFailure'
import type { Item } from '@/contract/entities'
import type { ItemDetails } from '@/contract/items/lists'
import { createCanceler } from '@/platform/canceler'
import type { AppServices } from '@/stores/app/AppServices'

/** The details of an item that its list does not contain. If the call fails, the sheet shows only what the list contains. */
export class DetailsStore {
  details: ItemDetails | null = null
  phase: 'loading' | 'ready' | 'failed' = 'loading'
  private readonly canceler = createCanceler()

  constructor(
    private readonly app: Pick<AppServices, 'api'>,
    private readonly item: Item,
  ) {
    makeAutoObservable<this, 'app' | 'item' | 'canceler'>(this, {
      details: observable.ref,
      app: false,
      item: false,
      canceler: false,
    })
  }

  /** Loads the details; an item in a trash has none. */
  async load() {
    if (this.item.is_deleted) return this.answered(null)
    const { canceler } = this
    const request = { item_typed_id: this.item.typed_id }
    const answer = await answerOrNull(
      this.app.api.call('GET /apps/files/details', request, { handledCodes: 'all', canceler }),
    )
    if (!canceler.canceled) this.answered(answer && answer.details)
  }

  dispose() {
    this.canceler.cancel()
  }

  private answered(details: ItemDetails | null) {
    this.details = details
    this.phase = details ? 'ready' : 'failed'
  }
}
