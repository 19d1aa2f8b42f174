import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'
import type { Role } from '@/contract/entities'
import type { Message } from '@/contract/messages/messages'
import { MESSAGE_SCROLL_THROTTLE } from '@/domain/limits'
import {
  reinsertRow,
  applyPage,
  replaceInPlace,
  withoutRow,
  isRemoved,
  type Keyed,
  type PagedRows,
  type PageRequest,
} from '@/domain/items/lists/paging'
import { typesOf, type MessageFilter } from '@/domain/messages/messages'
import type { Canceler, Platform } from '@/platform/Platform'
import type { ChangesBus } from '@/stores/items/lists/ChangesBus'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import { makeLazy, type HasLazy } from '@/stores/app/LazyStores'
import { offerUndo } from '@/stores/app/offerUndo'

const LIST = 'GET /apps/messages/get_list'
const PAGE_SIZE = 25

export type MessageRow = Message & Keyed

interface Dependencies {
  api: Api
  changes: Pick<ChangesBus, 'subscribe'>
  sessionContext: SessionContext
  feedback: FeedbackStore
  platform: Pick<Platform, 'clock'>
}

/** The app's only message centre, made when it is first opened: undoing a deletion may outlast the page. */
export function messagesOf(app: Dependencies & HasLazy<{ messages: MessageStore }>): MessageStore {
  return makeLazy(app, 'messages', () => new MessageStore(app))
}

/** The messages of one filter (2§2, 2§4), those about the same thing as one entry (AH-56); every answer updates the badge (MSG-10). */
export class MessageStore {
  filter: MessageFilter = 'all'
  readonly pages: PagedList<MessageRow>

  constructor(private readonly deps: Dependencies) {
    const { clock } = deps.platform
    this.pages = new PagedList<MessageRow>(
      { clock, feedback: deps.feedback },
      {
        pageSize: PAGE_SIZE,
        pause: MESSAGE_SCROLL_THROTTLE,
        fetch: (asked, canceler, isRenewal) => this.fetch(asked, canceler, isRenewal),
      },
    )
    makeAutoObservable<this, 'deps'>(this, { deps: false, pages: false })
    // Never unsubscribed: the store lives as long as the app.
    deps.changes.subscribe((change) => {
      if (change.type === 'replaced') this.named(change.row.typed_id, change.row.name)
    })
  }

  get phase(): PagedList<MessageRow>['phase'] {
    return this.pages.phase
  }

  get rows(): readonly MessageRow[] {
    return this.pages.held.rows
  }

  /** Whether the filter shows unread messages, or may do so further down. */
  get hasUnread(): boolean {
    if (this.deps.sessionContext.unreadMessages === 0) return false
    return this.filter === 'all' || !this.pages.held.isComplete || this.rows.some((row) => row.unread_count > 0)
  }

  /** Loads the first page; the rows stay until the answer. @param filter another one clears the list (2§4) */
  async open(filter = this.filter) {
    this.filtered(filter)
    await this.pages.open()
  }

  /** Fetches the newest messages again; older ones that were loaded stay (AH-20). Resolves to false without an answer. */
  renew(): Promise<boolean> {
    return this.pages.again(() => PAGE_SIZE)
  }

  /** The user scrolled near the end: fetches the next page at once, then at most every 500 ms (2§9). */
  nearEnd() {
    this.pages.nearEnd()
  }

  async markRead(message: MessageRow) {
    if (message.unread_count === 0) return
    const answer = await this.change(() => this.deps.api.call('POST /apps/messages/mark_read', entryOf(message)))
    if (answer) this.replaced({ ...message, unread_count: 0 })
  }

  /** Reduces the unread count of the message about an item, because `count` of its comments were read elsewhere (2§4). */
  reduceUnread(objectTypedId: string, count: number) {
    const message = this.rows.find((row) => row.object_typed_id === objectTypedId && row.type === 'comment')
    if (message) this.replaced({ ...message, unread_count: Math.max(0, message.unread_count - count) })
  }

  /** As `markRead`, for a message whose page was left. */
  async markReadById(id: number) {
    const message = this.rows.find((row) => row.id === id)
    if (message) await this.markRead(message)
  }

  /** Marks all messages of the filter read, including pages not yet loaded (decisions 45). */
  async markAllRead() {
    const { api, feedback } = this.deps
    const { filter } = this
    if (!(await this.change(() => api.call('POST /apps/messages/mark_read', { types: typesOf(filter) })))) return
    if (this.filter === filter) this.allRead()
    feedback.toast({ key: 'message.allRead' })
  }

  /** Asks, then removes the message; can be undone for 6 s (ERR-06, AH-09). */
  async remove(message: MessageRow) {
    const { api, feedback } = this.deps
    const agreed = await feedback.confirm(
      { key: 'message.removeText' },
      { title: { key: 'message.removeTitle' }, confirm: { key: 'remove.confirm' }, isDanger: true },
    )
    if (!agreed || !(await this.change(() => api.call('POST /apps/messages/delete', entryOf(message))))) return
    this.removed(message)
    offerUndo(feedback, { key: 'message.removed' }, () => this.restore(message))
  }

  /** Grants or declines a request for access (AH-50). The message then says which decision holds: somebody else may have decided first. */
  async decide(message: MessageRow, decision: 'grant' | 'decline', role?: Role) {
    const { api, feedback } = this.deps
    const { access_request: request, ...recent } = message.most_recent_message
    if (!request) return
    const asked = { access_request_id: request.id, decision, ...(role && { role }) }
    const answer = await this.change(() => api.call('POST /apps/access_requests/decide', asked))
    if (!answer) return
    const { state } = answer
    const unread_count = state === 'expired' ? message.unread_count : 0
    this.replaced({
      ...message,
      unread_count,
      most_recent_message: { ...recent, access_request: { ...request, state } },
    })
    if (state === 'granted' || state === 'declined') feedback.toast({ key: `message.${state}` })
  }

  /** Another user signs in. */
  forget() {
    this.pages.clear()
    this.filter = 'all'
  }

  private async restore(message: MessageRow) {
    const { api, feedback } = this.deps
    if (!(await this.change(() => api.call('POST /apps/messages/restore', entryOf(message))))) return
    feedback.toast({ key: 'message.restored' })
    if (isRemoved(this.pages.held, message.typed_id)) this.restored(message)
    else await this.pages.open()
  }

  /** Makes a change and applies the new count; null after a failure, which the app has shown. */
  private async change<T extends { total_unread_message_count: number }>(send: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await send()
      this.deps.sessionContext.setUnreadCount(answer.total_unread_message_count)
      return answer
    } catch (error) {
      if (error instanceof ApiFailure) return null
      throw error
    }
  }

  /** The server reports the number of pages, not of messages, so the last page is recognised by its number. */
  private async fetch({ offset }: PageRequest, canceler: Canceler, isRenewal: boolean): Promise<Page<MessageRow>> {
    const { api, sessionContext } = this.deps
    const request = { page_number: Math.floor(offset / PAGE_SIZE) + 1, types: typesOf(this.filter), folded: true }
    const answer = await api.call(LIST, request, { quiet: true, canceler })
    const rows = answer.messages.map((message) => ({ ...message, typed_id: String(message.id) }))
    const given = offset + rows.length
    return {
      rows,
      total: answer.page_number < answer.page_count ? given + 1 : given,
      ...(isRenewal && { join: withNewest }),
      apply: () => sessionContext.setUnreadCount(answer.total_unread_message_count),
    }
  }

  private filtered(filter: MessageFilter) {
    if (filter === this.filter) return
    this.filter = filter
    this.pages.clear()
  }

  private replaced(message: MessageRow) {
    this.pages.change((held) => replaceInPlace(held, message, false))
  }

  /** The item of a message was renamed (MSG-07). */
  private named(typedId: string, name: string) {
    for (const row of this.rows)
      if (row.object_typed_id === typedId && row.item_name !== name) this.replaced({ ...row, item_name: name })
  }

  private allRead() {
    this.pages.change((held) => ({ ...held, rows: held.rows.map((row) => ({ ...row, unread_count: 0 })) }))
  }

  private removed({ typed_id: id }: MessageRow) {
    this.pages.change((held) => withoutRow(held, id))
  }

  private restored(message: MessageRow) {
    const isThere = this.rows.some((row) => row.typed_id === message.typed_id)
    if (!isThere) this.pages.change((held) => reinsertRow(held, message))
  }
}

/** A call about the message and the earlier ones that its entry folds (AH-56). */
function entryOf({ id }: MessageRow) {
  return { message_ids: [id], folded: true }
}

/** Joins a first page that was fetched again: rows below its last one stay, unless a newer message about the same thing has arrived. */
function withNewest(held: PagedRows<MessageRow>, asked: PageRequest, page: Page<MessageRow>): PagedRows<MessageRow> {
  const next = applyPage(held, asked, page)
  const last = page.rows[page.rows.length - 1]
  const ids = new Set(next.rows.map(({ typed_id: id }) => id))
  const threads = new Set(next.rows.map(threadOf))
  const behind = held.rows.filter(
    (row) => !ids.has(row.typed_id) && !threads.has(threadOf(row)) && last && row.modified_at <= last.modified_at,
  )
  if (next.isComplete || behind.length === 0) return next
  return { ...next, rows: [...next.rows, ...behind], offset: held.offset, isComplete: held.isComplete }
}

function threadOf({ id, thread }: MessageRow): number {
  return thread?.id ?? id
}
