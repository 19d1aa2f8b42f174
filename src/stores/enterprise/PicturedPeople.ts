import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { PicturedPerson } from '@/contract/enterprise/enterprises'
import { withoutRow, type Keyed } from '@/domain/items/lists/paging'
import type { Clock } from '@/platform/Platform'
import { PagedList } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

export type PicturedRow = PicturedPerson & Keyed

/** The people of the enterprise who have a picture; its administrators may remove one (CONT-03). Page by page. */
export class PicturedPeople {
  readonly pages: PagedList<PicturedRow>
  private words = ''

  constructor(private readonly deps: { api: Api; clock: Clock; feedback: Pick<FeedbackStore, 'toast'> }) {
    this.pages = new PagedList<PicturedRow>(deps, {
      pageSize: 50,
      pause: 0,
      fetch: async ({ offset }, canceler) => {
        const asked = { ...(this.words !== '' && { search_string: this.words }), offset }
        const { people, total_count: total } = await deps.api.call('GET /enterprise/pictures', asked, {
          quiet: true,
          canceler,
        })
        return { rows: people.map((person) => ({ ...person, typed_id: `user_${person.id}` })), total }
      },
    })
  }

  /** @param words part of a name or a login; '' is anybody */
  async search(words: string) {
    this.words = words.trim()
    this.pages.clear()
    await this.pages.open()
  }

  /** Removes somebody's picture; the app shows a refusal. Resolves to whether it is removed. */
  async remove({ id, typed_id: typedId }: PicturedRow): Promise<boolean> {
    const reply = await answerOrNull(this.deps.api.call('POST /enterprise/remove_picture', { user_id: id }))
    if (reply) this.pages.change((held) => withoutRow(held, typedId))
    return reply !== null
  }

  dispose() {
    this.pages.stop()
  }
}
