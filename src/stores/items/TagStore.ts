import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure, answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Item } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import type { AppServices } from '@/stores/app/AppServices'
import { offerUndo } from '@/stores/app/offerUndo'

type Tag = Item['tags'][number]

/** ms after the last letter */
const PAUSE = 250
/** Faults that the field shows. */
const faults: readonly ErrorCode[] = [
  'name_empty',
  'name_character',
  'name_invisible',
  'name_end',
  'tag_too_long',
  'tags_too_many',
  'content_refused',
  'content_unchecked',
]

/** The tags of one item, a tag being typed, and the tags to offer (AH-51). */
export class TagStore {
  text = ''
  /** What is wrong with the typed tag. */
  error: Message | null = null
  offers: readonly Tag[] = []
  isBusy = false
  private stopTimer: (() => void) | null = null
  /** Counts the questions for offers: only the latest answer counts. */
  private asks = 0

  constructor(
    private readonly app: Pick<AppServices, 'api' | 'changes' | 'feedback' | 'platform'>,
    private readonly typedId: Item['typed_id'],
  ) {
    makeAutoObservable<this, 'app' | 'typedId' | 'stopTimer' | 'asks'>(this, {
      error: observable.ref,
      offers: observable.ref,
      app: false,
      typedId: false,
      stopTimer: false,
      asks: false,
    })
  }

  open() {
    void this.suggest()
  }

  setText(text: string) {
    this.text = text
    this.error = null
    this.stopTimer?.()
    this.stopTimer = this.app.platform.clock.after(PAUSE, () => void this.suggest())
  }

  /** Adds the typed tag. */
  async submit() {
    if (this.text.trim() !== '') await this.add(this.text)
  }

  async add(name: string) {
    if (this.isBusy) return
    this.isBusy = true
    try {
      const options = { handledCodes: faults }
      const { item } = await this.app.api.call('POST /apps/tags/add', { item_typed_id: this.typedId, name }, options)
      this.app.changes.announceReplaced(item)
      this.added(null)
      await this.suggest()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      const isFault = error.code !== undefined && faults.includes(error.code)
      this.added(isFault ? error : undefined)
    }
  }

  /** Removes a tag; can be undone for 6 s (AH-09). */
  async remove({ id, name }: Tag) {
    const { api, changes, feedback } = this.app
    const answer = await answerOrNull(api.call('POST /apps/tags/remove', { item_typed_id: this.typedId, tag_id: id }))
    if (!answer) return
    changes.announceReplaced(answer.item)
    offerUndo(feedback, { key: 'tags.removed', params: { name } }, () => this.putBack(name))
    await this.suggest()
  }

  /** Undoes a removal; the app shows a failure, because the sheet may be closed by then. */
  private async putBack(name: string) {
    const { api, changes } = this.app
    const answer = await answerOrNull(api.call('POST /apps/tags/add', { item_typed_id: this.typedId, name }))
    if (!answer) return
    changes.announceReplaced(answer.item)
    await this.suggest()
  }

  dispose() {
    this.stopTimer?.()
    this.asks += 1
  }

  /** Offers tags; without an answer the earlier ones stay. */
  private async suggest() {
    this.stopTimer?.()
    this.stopTimer = null
    const asked = (this.asks += 1)
    const request = { item_typed_id: this.typedId, words: this.text.trim().slice(0, 100) }
    const answer = await answerOrNull(this.app.api.call('GET /apps/tags/suggest', request, { quiet: true }))
    if (answer && asked === this.asks) this.offered(answer.tags)
  }

  private offered(tags: readonly Tag[]) {
    this.offers = tags
  }

  /** @param failure null: added; undefined: the app has shown the failure */
  private added(failure: ApiFailure | null | undefined) {
    this.isBusy = false
    if (failure === null) this.text = ''
    this.error = failure ? messageOf(failure.failure) : null
  }
}
