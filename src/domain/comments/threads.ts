import type { Comment } from '@/contract/comments'

/** A row of the list of comments. */
export interface ThreadRow {
  /** The comment's. */
  id: number
  comment: Comment
  /** Set on the first row of a resolved thread: the thread, its loaded comments, and whether they are shown. */
  resolved: { threadId: number; count: number; isShown: boolean } | null
}

/** The comment that a new answer answers. */
export interface Answered {
  id: number
  name: string
  content: string
  isVoice: boolean
}

/** The id of the first comment of a comment's thread. */
export function threadOf({ id, answer_to }: Pick<Comment, 'id' | 'answer_to'>): number {
  return answer_to?.id ?? id
}

/**
 * The rows of a list of comments, in the order of the comments. A resolved thread is one row at the place of its first loaded comment, unless it is
 * shown. @param shown ids of resolved threads that are shown
 */
export function threadRows(comments: readonly Comment[], shown: ReadonlySet<number>): ThreadRow[] {
  const counts = new Map<number, number>()
  for (const comment of comments) counts.set(threadOf(comment), (counts.get(threadOf(comment)) ?? 0) + 1)
  const begun = new Set<number>()
  return comments.flatMap((comment) => {
    const { id, is_resolved: isResolved } = comment
    if (!isResolved) return { id, comment, resolved: null }
    const threadId = threadOf(comment)
    const isShown = shown.has(threadId)
    if (begun.has(threadId)) return isShown ? { id, comment, resolved: null } : []
    begun.add(threadId)
    return { id, comment, resolved: { threadId, count: counts.get(threadId)!, isShown } }
  })
}

/** The comment that an answer to this comment answers: the first of its thread; null if that one is deleted. */
export function answerableOf({ id, user, content, is_voice, answer_to }: Comment): Answered | null {
  if (answer_to === null) return { id, name: user.name, content, isVoice: is_voice }
  if (answer_to.user === null) return null
  return { id: answer_to.id, name: answer_to.user.name, content: answer_to.content, isVoice: answer_to.is_voice }
}

/** Whether the row of a comment resolves and reopens its thread: the first comment, and the answers to a deleted one. */
export function resolvesThread({ may_resolve, answer_to }: Comment): boolean {
  return may_resolve && (answer_to === null || answer_to.user === null)
}

/** An answer as it stays when the comment with this id is deleted; the server lists it in the same way. */
export function withoutAnswered(comment: Comment, id: number): Comment {
  const isAnswer = comment.answer_to?.id === id
  return isAnswer ? { ...comment, answer_to: { id, user: null, content: '', is_voice: false } } : comment
}
