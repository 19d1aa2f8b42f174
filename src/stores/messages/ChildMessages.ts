import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull, type ApiFailure } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'
import type { ChildMessage } from '@/contract/messages/childMessages'
import { MESSAGE_SCROLL_THROTTLE } from '@/domain/limits'
import { replaceInPlace, withoutRow, type Keyed, type PageRequest } from '@/domain/items/lists/paging'
import type { Canceler, Platform } from '@/platform/Platform'
import type { ChangesBus } from '@/stores/items/lists/ChangesBus'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import { acceptInvitation, markInvitationsRead, refuseInvitation, type Answering } from '@/stores/members/Invitation'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

const PAGE_SIZE = 25

export type ChildRow = ChildMessage & Keyed

interface Dependencies {
  api: Api
  changes: ChangesBus
  feedback: FeedbackStore
  sessionContext: SessionContext
  platform: Pick<Platform, 'clock'>
}

/** The invitations grouped in one message (MSG-06). Invitations that are shown count as read. */
export class ChildMessages {
  /** The invitation being answered. */
  busy: { id: number; answering: Answering } | null = null
  readonly pages: PagedList<ChildRow, 'gone'>

  constructor(
    private readonly deps: Dependencies,
    private readonly messageId: number,
  ) {
    this.pages = new PagedList<ChildRow, 'gone'>(
      { clock: deps.platform.clock, feedback: deps.feedback },
      {
        pageSize: PAGE_SIZE,
        pause: MESSAGE_SCROLL_THROTTLE,
        fetch: (asked, canceler) => this.fetch(asked, canceler),
        failed: ({ code }: ApiFailure) => (code === 'item_not_found' ? 'gone' : undefined),
      },
    )
    makeAutoObservable<this, 'deps' | 'messageId'>(this, { deps: false, messageId: false, pages: false })
  }

  get phase(): PagedList<ChildRow, 'gone'>['phase'] {
    return this.pages.phase
  }

  get rows(): readonly ChildRow[] {
    return this.pages.held.rows
  }

  async load() {
    await this.pages.open()
  }

  nearEnd() {
    this.pages.nearEnd()
  }

  /** Accepts an invitation. If the invitation is invalid, a dialog (COLL-07) and its row say so. */
  async join(row: ChildRow) {
    await this.settle(row, 'accepting', async (id) => {
      const taken = await acceptInvitation(this.deps, id)
      if (taken === 'invalid') this.replaced({ ...row, collab_id: null, has_read: true })
      else if (taken) this.replaced({ ...row, accepted: true, has_read: true })
    })
  }

  async refuse(row: ChildRow) {
    await this.settle(row, 'asking', async (id) => {
      const outcome = await refuseInvitation(this.deps, id, () => this.turned({ id: row.id, answering: 'refusing' }))
      if (outcome === 'invalid') this.replaced({ ...row, collab_id: null, has_read: true })
      else if (outcome === 'refused') this.replaced({ ...row, collab_id: null, is_refused: true, has_read: true })
    })
  }

  /** Removes the mark of an invitation that arrived while the list was shown (MSG-08). */
  async markRead(row: ChildRow) {
    const left = await markInvitationsRead(this.deps.api, [row.id])
    if (left === null) return
    this.deps.sessionContext.setUnreadCount(left)
    this.replaced({ ...row, has_read: true })
  }

  /** Asks, then removes an invitation from the list (MSG-08). */
  async remove(row: ChildRow) {
    const { api, feedback, sessionContext } = this.deps
    const agreed = await feedback.confirm(
      { key: 'message.removeText' },
      { title: { key: 'message.removeTitle' }, confirm: { key: 'remove.confirm' }, isDanger: true },
    )
    if (!agreed) return
    const request = { child_message_ids: [row.id], type: 'collab' as const }
    const answer = await answerOrNull(api.call('POST /apps/messages/child_messages_delete', request))
    if (!answer) return
    sessionContext.setUnreadCount(answer.total_unread_message_count)
    this.pages.change((held) => withoutRow(held, row.typed_id))
    feedback.toast({ key: 'message.removed' })
  }

  dispose() {
    this.pages.stop()
  }

  private async settle(row: ChildRow, answering: Answering, act: (collabId: number) => Promise<void>) {
    if (this.busy !== null || row.collab_id === null) return
    this.turned({ id: row.id, answering })
    await act(row.collab_id)
    this.turned(null)
  }

  private async fetch({ offset }: PageRequest, canceler: Canceler): Promise<Page<ChildRow>> {
    const request = { message_id: this.messageId, page_number: Math.floor(offset / PAGE_SIZE) + 1 }
    const answer = await this.deps.api.call('GET /apps/messages/child_messages_list', request, {
      quiet: true,
      canceler,
    })
    const rows = answer.child_messages.map((child) => ({ ...child, typed_id: String(child.id) }))
    const given = offset + rows.length
    return {
      rows,
      total: answer.page_number < answer.page_count ? given + 1 : given,
      apply: () => void this.read(rows),
    }
  }

  private async read(rows: readonly ChildRow[]) {
    const { api, sessionContext } = this.deps
    const unread = rows.filter((row) => !row.has_read).map(({ id }) => id)
    const left = await markInvitationsRead(api, unread)
    if (left !== null) sessionContext.setUnreadCount(left)
  }

  private replaced(row: ChildRow) {
    this.pages.change((held) => replaceInPlace(held, row, false))
  }

  private turned(busy: ChildMessages['busy']) {
    this.busy = busy
  }
}
