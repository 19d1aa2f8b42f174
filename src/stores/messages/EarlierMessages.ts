import type { Api } from '@/api/Api'
import { PagedList } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import type { Platform } from '@/platform/Platform'
import { MESSAGE_SCROLL_THROTTLE } from '@/domain/limits'
import type { MessageRow } from './MessageStore'

const PAGE_SIZE = 25

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  platform: Pick<Platform, 'clock'>
}

/** The messages that an entry of the message centre folds: all but the newest, page by page (AH-56). */
export class EarlierMessages {
  readonly pages: PagedList<MessageRow>

  constructor(
    private readonly deps: Dependencies,
    private readonly newest: number,
  ) {
    const { feedback, platform } = deps
    this.pages = new PagedList<MessageRow>(
      { clock: platform.clock, feedback },
      {
        pageSize: PAGE_SIZE,
        pause: MESSAGE_SCROLL_THROTTLE,
        fetch: async ({ offset }, canceler) => {
          const request = { page_number: Math.floor(offset / PAGE_SIZE) + 1, thread_of: this.newest }
          const answer = await this.deps.api.call('GET /apps/messages/get_list', request, { quiet: true, canceler })
          const rows = answer.messages.map((message) => ({ ...message, typed_id: String(message.id) }))
          const given = offset + rows.length
          return { rows, total: answer.page_number < answer.page_count ? given + 1 : given }
        },
      },
    )
  }

  get rows(): readonly MessageRow[] {
    return this.pages.held.rows.filter(({ id }) => id !== this.newest)
  }

  load(): Promise<void> {
    return this.pages.open()
  }

  dispose(): void {
    this.pages.stop()
  }
}
