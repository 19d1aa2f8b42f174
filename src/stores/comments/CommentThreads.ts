import { makeAutoObservable, observable } from 'mobx'
import { answerOrNull, type ApiFailure } from '@/api/ApiFailure'
import type { Comment } from '@/contract/comments'
import { threadOf, threadRows, type Answered, type ThreadRow } from '@/domain/comments/threads'
import type { AppServices } from '@/stores/app/AppServices'
import { offerUndo } from '@/stores/app/offerUndo'
import type { PassageStore } from '@/stores/documents/PassageStore'

/** The comments of the threads. */
interface CommentsInThreads {
  readonly comments: readonly Comment[]
  setResolved(threadId: number, isResolved: boolean): void
}

/** The passages of a text whose comments these are (DOC-06). */
export type ThreadPassages = Pick<PassageStore, 'thread' | 'chosen' | 'choose' | 'show' | 'load'>

/** The threads of an item's comments: answers, and threads that are resolved (AH-53). */
export class CommentThreads {
  /** The comment that the next one answers; null: none. */
  answering: Answered | null = null
  /** Ids of resolved threads that are shown. */
  private shown: ReadonlySet<number> = new Set()

  constructor(
    private readonly app: Pick<AppServices, 'api' | 'feedback'>,
    private readonly list: CommentsInThreads,
    /** null where no text is shown */
    readonly passages: ThreadPassages | null = null,
  ) {
    makeAutoObservable<this, 'app' | 'list' | 'shown'>(this, {
      aboutPassage: false,
      passages: false,
      answering: observable.ref,
      shown: observable.ref,
      app: false,
      list: false,
    })
  }

  /** The rows of the list; a resolved thread is folded to one row, unless it is the only one that is shown. */
  get rows(): readonly ThreadRow[] {
    const { thread = null, chosen = null } = this.passages ?? {}
    if (chosen !== null) return []
    if (thread === null) return threadRows(this.list.comments, this.shown)
    const own = this.list.comments.filter((comment) => threadOf(comment) === thread)
    return threadRows(own, new Set([thread]))
  }

  /** The thread of a comment, if it is about a passage. */
  aboutPassage(id: number | null): number | null {
    const comment = this.list.comments.find((each) => each.id === id)
    const first = comment && this.list.comments.find((each) => each.id === threadOf(comment))
    return first?.passage ? first.id : null
  }

  /** The parameters of the next comment. Beside a thread it is an answer. */
  get addressed(): { answer_to_id?: number; passage?: { start: string; end: string } } {
    const { thread = null, chosen = null } = this.passages ?? {}
    if (this.answering) return { answer_to_id: this.answering.id }
    if (thread !== null) return { answer_to_id: thread }
    return chosen === null ? {} : { passage: { start: chosen.start, end: chosen.end } }
  }

  /** The next comment answers this one. @param answered null: it answers none */
  answer(answered: Answered | null) {
    this.answering = answered
  }

  /** A comment of the user was published; an answer reopens its thread. */
  published({ id, answer_to, passage }: Comment) {
    this.answering = null
    if (passage) this.passages?.show(id)
    if (answer_to) this.list.setResolved(answer_to.id, false)
  }

  /** A comment was not published. If the answered comment is gone, the text can be sent as a comment of its own. */
  sendFailed({ code }: ApiFailure) {
    if (code === 'comment_passage_gone') this.passages?.choose(null)
    if (code !== 'comment_not_found' && code !== 'comment_not_answerable') return
    this.answering = null
    this.passages?.show(null)
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

  /** Updates the marks in the text: the live stream reports only what others changed. */
  syncPassages() {
    void this.passages?.load()
  }

  private changed(threadId: number, isResolved: boolean) {
    this.shown = new Set([...this.shown].filter((id) => id !== threadId))
    this.list.setResolved(threadId, isResolved)
    this.syncPassages()
  }
}
