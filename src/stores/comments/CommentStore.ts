import { makeAutoObservable, observable } from 'mobx'
import { answerOrNull, ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { Reply } from '@/contract/api'
import type { Comment } from '@/contract/comments'
import type { Item } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { threadOf, withoutAnswered } from '@/domain/comments/threads'
import { commentFault, type CommentFault } from '@/domain/comments/validate'
import { COMMENT_READ_DELAY, UNREAD_FADE_DELAY } from '@/domain/limits'
import { createCanceler } from '@/platform/canceler'
import type { AppServices } from '@/stores/app/AppServices'
import { offerUndo } from '@/stores/app/offerUndo'
import { CommentThreads, type ThreadPassages } from './CommentThreads'

/** `gone`: the item is gone, or not visible to the user; `forbidden`: the item is visible, its comments are not. */
export type CommentPhase = 'loading' | 'ready' | 'failed' | 'gone' | 'forbidden'

/** Why a text was not published; `refused`: the user knows. */
export type SendFailure = CommentFault | 'busy' | 'refused'

type TypedId = `${'file' | 'folder'}_${number}`

export interface CommentTarget {
  typedId: string
  /** The message that led here (COMM-08). */
  messageId?: number
}

/** comments that one call marks read */
const MOST_AT_ONCE = 1000
const gone: readonly ErrorCode[] = ['item_not_found', 'item_is_deleted']

/** The comments on one item (2§2, 2§4). */
export class CommentStore {
  phase: CommentPhase = 'loading'
  item: Item | null = null
  comments: readonly Comment[] = []
  total = 0
  hasEarlier = false
  isCollaborative = false
  /** Whether the server can make a recording playable. */
  takesVoices = false
  /** The comment that the message is about; set once, on first load. */
  focusId: number | null = null
  error: Message | null = null
  isSending = false
  isLoadingEarlier = false
  /** Ids of comments marked as unread; the mark stays for a moment after they were read. */
  marked: ReadonlySet<number> = new Set()
  readonly threads: CommentThreads
  private readonly canceler = createCanceler()
  private readonly stops: (() => void)[] = []
  /** Counts loads: an answer to an earlier one is dropped. */
  private ticket = 0

  constructor(
    private readonly app: AppServices,
    readonly target: CommentTarget,
    passages: ThreadPassages | null = null,
  ) {
    this.threads = new CommentThreads(app, this, passages)
    makeAutoObservable<this, 'app' | 'canceler' | 'stops' | 'ticket'>(this, {
      item: observable.ref,
      comments: observable.ref,
      marked: observable.ref,
      threads: false,
      error: observable.ref,
      target: false,
      app: false,
      canceler: false,
      stops: false,
      ticket: false,
    })
  }

  /** The name under which a live stream reports changes (AH-20). */
  get watched(): string {
    return `comments_${this.target.typedId.split('_')[1]}`
  }

  /** Loads item and comments; of two loads the later counts. Without an answer what is shown stays, and it resolves to false. */
  async load(): Promise<boolean> {
    const { api } = this.app
    const { canceler } = this
    const item_typed_id = this.target.typedId as TypedId
    const ticket = (this.ticket += 1)
    const isLate = () => canceler.canceled || ticket !== this.ticket
    try {
      const told = { handledCodes: gone, quiet: true, canceler }
      const { item } = await api.call('GET /apps/files/get_info', { item_typed_id }, told)
      if (isLate()) return true
      if (!item || item.is_deleted) return this.becomeUnavailable('gone')
      this.itemCame(item)
      if (!item.action_permissions.perm_comment) return this.becomeUnavailable('forbidden')
      const { messageId } = this.target
      const request = { item_typed_id, no_pagination: true, ...(messageId && { message_id: messageId }) }
      const answer = await api.call('GET /apps/files/comments', request, told)
      if (!isLate()) this.came(answer)
      return true
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (isLate()) return true
      if (error.code && gone.includes(error.code)) return this.becomeUnavailable('gone')
      if (this.phase !== 'ready') this.failed()
      return false
    }
  }

  /** Loads comments older than the first one held. */
  async loadEarlier() {
    const [first] = this.comments
    if (!first || !this.hasEarlier || this.isLoadingEarlier) return
    this.isLoadingEarlier = true
    try {
      const request = { item_typed_id: this.target.typedId as TypedId, no_pagination: true, before: first.id }
      const answer = await this.app.api.call('GET /apps/files/comments', request, {
        quiet: true,
        canceler: this.canceler,
      })
      this.earlierCame(answer.comments, answer.has_earlier)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
    } finally {
      this.earlierEnded()
    }
  }

  /** Publishes a text: trimmed, 1 to 500 characters, one at a time (2§5). @returns null on success */
  async send(content: string): Promise<SendFailure | null> {
    const fault = commentFault(content)
    if (fault) return fault
    if (this.isSending) return 'busy'
    this.isSending = true
    try {
      const request = { content, item_typed_id: this.target.typedId as TypedId, ...this.threads.addressed }
      const { comment } = await this.app.api.call('POST /apps/comments/create', request)
      this.published(comment)
      return null
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.threads.sendFailed(error)
      return 'refused'
    } finally {
      this.sent()
    }
  }

  /** A comment of the user was published. */
  published(comment: Comment) {
    this.threads.published(comment)
    this.added(comment)
    this.app.feedback.toast({ key: 'comment.published' })
  }

  /** Asks, then deletes (2§4); can be undone for 6 s (AH-09). */
  async remove(comment: Comment) {
    const { api, feedback } = this.app
    const agreed = await feedback.confirm(
      { key: 'comment.removeText' },
      { title: { key: 'comment.removeTitle' }, confirm: { key: 'remove.confirm' }, isDanger: true },
    )
    if (!agreed) return
    try {
      await api.call('POST /apps/comments/delete', { comment_id: comment.id }, { handledCodes: gone })
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!error.code || !gone.includes(error.code)) return
    }
    this.removed(comment.id)
    offerUndo(feedback, { key: 'comment.removed' }, () => this.restore(comment))
  }

  private async restore({ id }: Comment) {
    const { api, feedback } = this.app
    const answer = await answerOrNull(api.call('POST /apps/comments/restore', { comment_id: id }))
    if (!answer) return
    this.added(answer.comment)
    // Its answers quote it again.
    if (this.comments.some(({ answer_to }) => answer_to?.id === id)) void this.load()
    feedback.toast({ key: 'comment.restored' })
  }

  /** The thread of these comments was resolved or reopened. */
  setResolved(threadId: number, is_resolved: boolean) {
    this.comments = this.comments.map((each) => (threadOf(each) === threadId ? { ...each, is_resolved } : each))
  }

  dispose() {
    this.canceler.cancel()
    for (const stop of this.stops) stop()
  }

  /** Marks comments read that have been visible for a moment; their marks stay a while longer (2§9). */
  private markRead() {
    const unread = this.comments.filter((comment) => comment.unread && comment.child_message_id !== null)
    if (unread.length === 0) return
    const { clock } = this.app.platform
    this.stops.push(clock.after(COMMENT_READ_DELAY, () => void this.read(unread.slice(-MOST_AT_ONCE))))
  }

  private async read(unread: readonly Comment[]) {
    try {
      const answer = await this.app.api.call(
        'POST /apps/messages/child_messages_mark_read',
        { child_message_ids: unread.map((each) => each.child_message_id!), type: 'comment' },
        { handledCodes: 'all' },
      )
      this.app.sessionContext.setUnreadCount(answer.total_unread_message_count)
      this.app.lazy.messages?.reduceUnread(this.target.typedId, unread.length)
      this.wereRead(new Set(unread.map(({ id }) => id)))
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
    }
  }

  private itemCame(item: Item) {
    this.item = item
  }

  private came(answer: Reply<'GET /apps/files/comments'>) {
    const [first] = answer.comments
    // Older pages that were loaded stay, unless the first answer reaches the beginning.
    const isKept =
      answer.has_earlier && first && this.phase === 'ready' && (this.comments[0]?.id ?? first.id) < first.id
    const earlier = isKept ? this.comments.filter(({ id }) => id < first.id) : []
    this.comments = [...earlier, ...answer.comments]
    if (earlier.length === 0) this.hasEarlier = answer.has_earlier
    this.total = answer.total_count
    this.isCollaborative = answer.is_collaborative
    this.takesVoices = answer.takes_voices
    const focus = this.phase === 'loading' ? answer.focus_comment_id : null
    if (focus !== null) this.focusId = focus
    this.threads.show(answer.comments.filter(({ id, unread }) => id === focus || (unread && !this.marked.has(id))))
    this.marked = new Set([...this.marked, ...answer.comments.flatMap(({ id, unread }) => (unread ? id : []))])
    this.phase = 'ready'
    this.syncCommentCount()
    this.markRead()
  }

  private earlierCame(comments: readonly Comment[], hasEarlier: boolean) {
    this.comments = [...comments, ...this.comments]
    this.hasEarlier = hasEarlier
  }

  private earlierEnded() {
    this.isLoadingEarlier = false
  }

  private added(comment: Comment) {
    const others = this.comments.filter(({ id }) => id !== comment.id)
    if (others.length === this.comments.length) this.total += 1
    this.comments = [...others, comment].sort((one, other) => one.id - other.id)
    this.syncCommentCount()
    this.threads.syncPassages()
  }

  private sent() {
    this.isSending = false
  }

  private removed(id: number) {
    const others = this.comments.filter((comment) => comment.id !== id)
    if (others.length < this.comments.length) this.total = Math.max(0, this.total - 1)
    this.comments = others.map((each) => withoutAnswered(each, id))
    this.syncCommentCount()
    this.threads.syncPassages()
  }

  /** Updates the count on the item's row (AH-18). */
  private syncCommentCount() {
    if (!this.item || this.item.comment_count === this.total) return
    this.item = { ...this.item, comment_count: this.total }
    this.app.changes.announceReplaced(this.item)
  }

  private wereRead(ids: ReadonlySet<number>) {
    this.comments = this.comments.map((comment) =>
      ids.has(comment.id) ? { ...comment, unread: false, unread_count: 0 } : comment,
    )
    this.stops.push(this.app.platform.clock.after(UNREAD_FADE_DELAY, () => this.faded(ids)))
  }

  private faded(ids: ReadonlySet<number>) {
    this.marked = new Set([...this.marked].filter((id) => !ids.has(id)))
  }

  private failed() {
    this.phase = 'failed'
  }

  /** Ends in a phase without comments. Marks the message that led here read, because nothing is left to be read. */
  private becomeUnavailable(phase: 'gone' | 'forbidden'): true {
    this.phase = phase
    this.comments = []
    const { messageId } = this.target
    if (messageId !== undefined) void this.app.lazy.messages?.markReadById(messageId)
    return true
  }
}
