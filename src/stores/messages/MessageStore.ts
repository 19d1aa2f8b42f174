import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message as Words } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { SessionContext } from '@/api/SessionContext'
import type { Reply } from '@/contract/api'
import type { Message } from '@/contract/messages'
import { MESSAGE_SCROLL_THROTTLE } from '@/domain/limits'
import {
  askedFirst,
  askedNext,
  failed,
  noRows,
  putBack,
  received,
  replacedInPlace,
  takenOff,
  wasTakenOff,
  type PageRequest,
  type PagedRows,
  type Keyed,
} from '@/domain/lists/paging'
import { typesOf, type MessageFilter } from '@/domain/messages/kinds'
import { createCanceler } from '@/platform/canceler'
import type { Canceler, Platform } from '@/platform/Platform'
import type { FeedbackStore } from '@/stores/shell/FeedbackStore'
import { makeLazy, type HasLazy } from '@/stores/shell/LazyStores'
import { offerUndo } from '@/stores/shell/offerUndo'

const LIST = 'GET /apps/messages/get_list'
const PAGE_SIZE = 25

export type MessageRow = Message & Keyed

interface Dependencies {
  api: Api
  sessionContext: SessionContext
  feedback: FeedbackStore
  platform: Pick<Platform, 'clock'>
}

type Hidden = 'deps' | 'held' | 'canceler' | 'stopTimer' | 'isEndNear'

/** The app's one message centre, made when it is first opened: taking a deletion back may outlast the page. */
export function messagesOf(app: Dependencies & HasLazy<{ messages: MessageStore }>): MessageStore {
  return makeLazy(app, 'messages', () => new MessageStore(app))
}

/** The messages of one filter (2§2, 2§4); the count on the badge follows every answer (MSG-10). */
export class MessageStore {
  /** `failed`: the first page could not be had. */
  phase: 'loading' | 'ready' | 'failed' = 'loading'
  /** Why. */
  trouble: Words | null = null
  filter: MessageFilter = 'all'
  isRefreshing = false
  private held: PagedRows<MessageRow> = noRows()
  private canceler: Canceler = createCanceler()
  private stopTimer: (() => void) | null = null
  private isEndNear = false

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, Hidden>(this, {
      trouble: observable.ref,
      held: observable.ref,
      deps: false,
      canceler: false,
      stopTimer: false,
      isEndNear: false,
    })
  }

  get rows(): readonly MessageRow[] {
    return this.held.rows
  }

  get isEmpty(): boolean {
    return this.phase === 'ready' && this.rows.length === 0 && this.held.isComplete
  }

  /** What stands below the rows. */
  get footer(): 'none' | 'loading' | 'failed' {
    if (this.phase !== 'ready' || this.rows.length === 0) return 'none'
    if (this.held.hasFailed) return 'failed'
    return this.held.isComplete ? 'none' : 'loading'
  }

  /** Whether the filter shows, or may show further down, what is unread. */
  get hasUnread(): boolean {
    if (this.deps.sessionContext.unreadMessages === 0) return false
    return this.filter === 'all' || !this.held.isComplete || this.rows.some((row) => row.unread_count > 0)
  }

  /** Loads the first page; the rows held stay until it comes. @param filter another one clears the list (2§4) */
  async open(filter = this.filter) {
    this.filtered(filter)
    await this.askFirst()
  }

  /** The pull. */
  async refresh() {
    this.refreshTurned(true)
    await this.askFirst()
    this.refreshTurned(false)
  }

  /** After a failure, of the first page or of a later one. */
  async retry() {
    await (this.rows.length > 0 ? this.loadMore() : this.askFirst())
  }

  /** The end of the rows came near: asks for the next page at once, then at most every 500 ms (2§9). */
  nearEnd() {
    if (this.phase !== 'ready' || this.held.hasFailed) return
    this.isEndNear = true
    if (this.stopTimer) return
    this.fetchAhead()
    this.stopTimer = this.deps.platform.clock.after(MESSAGE_SCROLL_THROTTLE, () => {
      this.stopTimer = null
      this.fetchAhead()
    })
  }

  async markRead(message: MessageRow) {
    if (message.unread_count === 0) return
    const answer = await this.change(() =>
      this.deps.api.call('POST /apps/messages/mark_read', { message_ids: [message.id] }),
    )
    if (answer) this.replaced({ ...message, unread_count: 0 })
  }

  /** All that the filter shows, on pages not yet loaded, too (decisions 45). */
  async markAllRead() {
    const { api, feedback } = this.deps
    const { filter } = this
    if (!(await this.change(() => api.call('POST /apps/messages/mark_read', { types: typesOf(filter) })))) return
    if (this.filter === filter) this.allRead()
    feedback.toast({ key: 'message.allRead' })
  }

  /** Asks, then takes the message out of the centre; for 6 s it can be taken back (ERR-06, AH-09). */
  async remove(message: MessageRow) {
    const { api, feedback } = this.deps
    const agreed = await feedback.confirm(
      { key: 'message.removeText' },
      { title: { key: 'message.removeTitle' }, confirm: { key: 'remove.confirm' }, isDanger: true },
    )
    if (!agreed || !(await this.change(() => api.call('POST /apps/messages/delete', { message_ids: [message.id] }))))
      return
    this.removed(message)
    offerUndo(feedback, { key: 'message.removed' }, () => this.restore(message))
  }

  /** Another user comes. */
  forget() {
    this.canceler.cancel()
    this.stopTimer?.()
    this.stopTimer = null
    this.held = noRows()
    this.phase = 'loading'
    this.filter = 'all'
  }

  private async restore(message: MessageRow) {
    const { api, feedback } = this.deps
    if (!(await this.change(() => api.call('POST /apps/messages/restore', { message_ids: [message.id] })))) return
    feedback.toast({ key: 'message.restored' })
    if (wasTakenOff(this.held, message.typed_id)) this.restored(message)
    else await this.askFirst()
  }

  /** A change and the count after it; null when it failed, which the app has told by then. */
  private async change(send: () => Promise<{ total_unread_message_count: number }>) {
    try {
      const answer = await send()
      this.deps.sessionContext.unreadCounted(answer.total_unread_message_count)
      return answer
    } catch (error) {
      if (error instanceof ApiFailure) return null
      throw error
    }
  }

  private async askFirst() {
    this.canceler.cancel()
    this.canceler = createCanceler()
    this.firstAsked()
    await this.ask(this.held.asked!)
  }

  /** Asks for the next page; nothing while one is in flight or all is there. */
  private async loadMore() {
    const before = this.held.asked
    this.nextAsked()
    const { asked } = this.held
    if (asked && asked !== before) await this.ask(asked)
  }

  private fetchAhead() {
    if (!this.isEndNear) return
    this.isEndNear = false
    void this.loadMore()
  }

  private async ask(asked: PageRequest) {
    const { canceler } = this
    const request = { page_number: Math.floor(asked.offset / PAGE_SIZE) + 1, types: typesOf(this.filter) }
    try {
      const answer = await this.deps.api.call(LIST, request, { quiet: true, canceler })
      if (!canceler.canceled) this.answered(asked, answer)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!canceler.canceled) this.refused(asked, error)
    }
  }

  private filtered(filter: MessageFilter) {
    if (filter === this.filter) return
    this.filter = filter
    this.held = noRows()
    this.phase = 'loading'
  }

  private firstAsked() {
    this.held = askedFirst(this.held, PAGE_SIZE)
    if (this.phase !== 'ready') this.phase = 'loading'
  }

  private nextAsked() {
    this.held = askedNext(this.held, PAGE_SIZE)
  }

  /** The server tells how many pages there are, not how many messages: the last page is known by its number. */
  private answered(
    asked: PageRequest,
    { messages, page_number, page_count, total_unread_message_count }: Reply<typeof LIST>,
  ) {
    const rows = messages.map((message) => ({ ...message, typed_id: String(message.id) }))
    const given = asked.offset + rows.length
    this.held = received(this.held, asked, { rows, total: page_number < page_count ? given + 1 : given })
    this.phase = 'ready'
    this.trouble = null
    this.deps.sessionContext.unreadCounted(total_unread_message_count)
  }

  /** Rows that are there stay. */
  private refused(asked: PageRequest, error: ApiFailure) {
    this.held = failed(this.held, asked)
    this.trouble = messageOf(error.failure)
    if (this.phase !== 'ready') this.phase = 'failed'
    else if (asked.offset === 0) this.deps.feedback.toast(this.trouble)
  }

  private replaced(message: MessageRow) {
    this.held = replacedInPlace(this.held, message, false)
  }

  private allRead() {
    this.held = { ...this.held, rows: this.held.rows.map((row) => ({ ...row, unread_count: 0 })) }
  }

  private removed({ typed_id: id }: MessageRow) {
    this.held = takenOff(this.held, id)
  }

  private restored(message: MessageRow) {
    const isThere = this.rows.some((row) => row.typed_id === message.typed_id)
    if (!isThere) this.held = putBack(this.held, message)
  }

  private refreshTurned(isOn: boolean) {
    this.isRefreshing = isOn
  }
}
