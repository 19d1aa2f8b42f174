import { makeAutoObservable, observable } from 'mobx'
import { answerOrNull, type ApiFailure } from '@/api/ApiFailure'
import type { Comment } from '@/contract/comments'
import { threadOf, threadRows, type Answered, type ThreadRow } from '@/domain/comments/threads'
import type { AppServices } from '@/stores/app/AppServices'
import { offerUndo } from '@/stores/app/offerUndo'

/** The comments of the threads. */
interface CommentsInThreads {
  readonly comments: readonly Comment[]
  setResolved(threadId: number, isResolved: boolean): void
}

/** The threads of an item's comments: answers, and threads that are resolved (AH-53). */
export class CommentThreads {
  /** The comment that the next one answers; null: none. */
  answering: Answered | null = null
  /** Ids of resolved threads that are shown. */
  private shown: ReadonlySet<number> = new Set()

  constructor(
    private readonly app: Pick<AppServices, 'api' | 'feedback'>,
    private readonly list: CommentsInThreads,
  ) {
    makeAutoObservable<this, 'app' | 'list' | 'shown'>(this, {
      answering: observable.ref,
      shown: observable.ref,
      app: false,
      list: false,
    })
  }

  /** The rows of the list; a resolved thread is folded to one row. */
  get rows(): readonly ThreadRow[] {
    return threadRows(this.list.comments, this.shown)
  }

  /** The parameter of the next comment. */
  get addressed(): { answer_to_id?: number } {
    return this.answering ? { answer_to_id: this.answering.id } : {}
  }

  /** The next comment answers this one. @param answered null: it answers none */
  answer(answered: Answered | null) {
    this.answering = answered
  }

  /** A comment of the user was published; an answer reopens its thread. */
  published({ answer_to }: Comment) {
    this.answering = null
    if (answer_to) this.list.setResolved(answer_to.id, false)
  }

  /** A comment was not published. If the answered comment is gone, the text can be sent as a comment of its own. */
  sendFailed({ code }: ApiFailure) {
    if (code === 'comment_not_found' || code === 'comment_not_answerable') this.answering = null
  }

  /** Shows the resolved threads of these comments. */
  show(comments: readonly Comment[]) {
    const resolved = comments.filter(({ is_resolved }) => is_resolved)
    if (resolved.length > 0) this.shown = new Set([...this.shown, ...resolved.map(threadOf)])
  }

  /** Shows or folds a resolved thread. */
  toggle(threadId: number) {
    const shown = new Set(this.shown)
    if (!shown.delete(threadId)) shown.add(threadId)
    this.shown = shown
  }

  /** Resolves or reopens the thread of a comment; resolving can be undone for 6 s. */
  async resolve(comment: Comment, resolved: boolean) {
    const { api, feedback } = this.app
    const request = { comment_id: comment.id, resolved }
    if (!(await answerOrNull(api.call('POST /apps/comments/resolve', request)))) return
    this.changed(threadOf(comment), resolved)
    if (resolved) offerUndo(feedback, { key: 'comment.resolved' }, () => this.resolve(comment, false))
    else feedback.toast({ key: 'comment.reopened' })
  }

  private changed(threadId: number, isResolved: boolean) {
    this.shown = new Set([...this.shown].filter((id) => id !== threadId))
    this.list.setResolved(threadId, isResolved)
  }
}
