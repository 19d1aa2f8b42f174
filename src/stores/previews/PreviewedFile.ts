import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Item } from '@/contract/entities'
import { itemInArchive } from '@/domain/previews/archive'
import type { Canceler } from '@/platform/Platform'
import type { PreviewTarget } from './representationRequest'

interface Outcomes {
  /** The present file, after one that was known before. */
  fresh(item: Item): void
  /** There was no answer, or a refusal. */
  refused(error: unknown, canceler: Canceler): void
}

/** The file, or the entry of an archive, that a preview shows. */
export class PreviewedFile {
  /** null until it is found */
  item: Item | null

  /**
   * @param item the file where it needs no request
   * @param known the file as the user saw it last: the preview need not wait for the present one
   */
  constructor(
    private readonly api: Api,
    item: Item | null,
    private known: Item | undefined,
    private readonly outcomes: Outcomes,
  ) {
    this.item = item
    makeAutoObservable<this, 'api' | 'known' | 'outcomes'>(this, {
      item: observable.ref,
      api: false,
      known: false,
      outcomes: false,
    })
  }

  /** @returns whether there is a file; at once where it is known */
  find(target: PreviewTarget, canceler: Canceler): true | Promise<boolean> {
    const { item, known } = this
    this.known = undefined
    if (item) return true
    if (!known) return this.fetch(target, canceler, (found) => this.set(found, target))
    this.set(known, target)
    void this.refresh(target, canceler)
    return true
  }

  set(item: Item, { file }: PreviewTarget) {
    this.item = file ? itemInArchive(item, file) : item
  }

  forget() {
    this.item = null
  }

  /** Requests the present file after its preview, for which the user waits. */
  private async refresh(target: PreviewTarget, canceler: Canceler) {
    await Promise.resolve()
    await this.fetch(target, canceler, (found) => this.outcomes.fresh(found))
  }

  private async fetch(target: PreviewTarget, canceler: Canceler, found: (item: Item) => void): Promise<boolean> {
    try {
      const request = { item_typed_id: `file_${target.fileId}` } as const
      const answer = await this.api.call('GET /apps/files/get_info', request, { quiet: true, canceler })
      if (canceler.canceled || !answer.item) return false
      found(answer.item)
      return true
    } catch (error) {
      this.outcomes.refused(error, canceler)
      return false
    }
  }
}
