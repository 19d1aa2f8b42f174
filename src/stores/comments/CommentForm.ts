import { makeAutoObservable, observable, reaction } from 'mobx'
import {
  emptyDraft,
  mentionWords,
  opensMentions,
  withMention,
  writeDraft,
  type CommentDraft,
} from '@/domain/comments/draft'
import type { Mention } from '@/domain/comments/mentions'
import type { Answered } from '@/domain/comments/threads'
import { commentFault, commentLength, type CommentFault } from '@/domain/comments/validate'
import type { AppServices } from '@/stores/app/AppServices'
import { SavedDrafts } from '@/stores/app/SavedDrafts'
import type { ChosenPassage } from '@/stores/documents/PassageStore'
import type { CommentStore } from './CommentStore'

/** The text, and the comment that it answers, or the passage that it is about. */
interface Note extends CommentDraft {
  answering?: Answered | null
  passage?: ChosenPassage | null
}

/** A comment being written; its text survives the app's end (AH-27). */
export class CommentForm {
  draft: CommentDraft = emptyDraft
  /** Where to move the cursor, in UTF-16 units, with the focus; null: both stay. */
  cursor: number | null = null
  /** Position of the @ whose name is being typed; null: none. */
  mentionAt: number | null = null
  private lastCursor = 0
  private readonly notes: SavedDrafts<Note>

  constructor(
    app: Pick<AppServices, 'platform' | 'sessionContext'>,
    private readonly comments: Pick<CommentStore, 'target' | 'isCollaborative' | 'isSending' | 'send' | 'threads'>,
  ) {
    this.notes = new SavedDrafts(app, 'comments.drafts', emptyDraft)
    makeAutoObservable<this, 'comments' | 'lastCursor'>(this, {
      draft: observable.ref,
      comments: false,
      lastCursor: false,
    })
    const { answering, passage, ...draft } = this.notes.read(comments.target.typedId) ?? (emptyDraft as Note)
    const { threads } = comments
    this.draft = draft
    if (answering && !threads.answering) threads.answer(answering)
    if (passage && threads.passages?.chosen === null && threads.passages.thread === null)
      threads.passages.choose(passage)
    this.lastCursor = this.draft.text.length
    reaction(
      () => comments.threads.answering,
      (answered) => answered && this.moved(this.lastCursor),
    )
  }

  /** The text in the form that the server stores. */
  get content(): string {
    return writeDraft(this.draft)
  }

  get length(): number {
    return commentLength(this.content)
  }

  get fault(): CommentFault | null {
    return commentFault(this.content)
  }

  /** The words to search for in the picker of mentions; null while it is closed. */
  get mentionWords(): string | null {
    return this.mentionAt === null ? null : mentionWords(this.draft.text, this.mentionAt, this.lastCursor)
  }

  /** The text of the field changed. @param cursor behind the typed text, in UTF-16 units */
  setText(text: string, cursor: number) {
    const before = this.draft.text
    this.lastCursor = cursor
    this.cursor = null
    this.draft = { ...this.draft, text }
    if (this.comments.isCollaborative && opensMentions(before, text, cursor)) this.mentionAt = cursor - 1
    else if (this.mentionAt !== null && mentionWords(text, this.mentionAt, cursor) === null) this.mentionAt = null
    this.keep()
  }

  /** The button beside the field: inserts an @ at the cursor and opens the picker, or closes the picker. */
  toggleMentions() {
    if (this.mentionAt !== null) return this.closeMentions()
    const { text } = this.draft
    const at = Math.min(this.lastCursor, text.length)
    this.draft = { ...this.draft, text: `${text.slice(0, at)}@${text.slice(at)}` }
    this.mentionAt = at
    this.moved(at + 1)
  }

  /** Chooses the comment that the text answers; null: none. */
  answer(answered: Answered | null) {
    this.comments.threads.answer(answered)
    this.keep()
  }

  /** The field lost the focus, so that the next move of the cursor gives it back. */
  onBlur() {
    this.cursor = null
  }

  closeMentions() {
    this.mentionAt = null
  }

  insertMention(mention: Mention) {
    if (this.mentionAt === null) return
    const { cursor, ...draft } = withMention(this.draft, mention, { start: this.mentionAt, end: this.lastCursor })
    this.draft = draft
    this.mentionAt = null
    this.moved(cursor)
  }

  /** Publishes the text; after a failure the text stays. */
  async submit() {
    if (this.fault !== null || this.comments.isSending) return
    const sent = this.draft
    const unsaid = await this.comments.send(this.content)
    if (unsaid === null && this.draft === sent) this.cleared()
  }

  private moved(cursor: number) {
    this.lastCursor = cursor
    this.cursor = cursor
    this.keep()
  }

  private cleared() {
    this.draft = emptyDraft
    this.mentionAt = null
    this.moved(0)
  }

  private get note(): Note {
    const { answering, passages } = this.comments.threads
    const passage = passages?.chosen
    if (answering) return { ...this.draft, answering }
    return passage ? { ...this.draft, passage } : this.draft
  }

  private keep() {
    this.notes.write(this.comments.target.typedId, this.draft.text === '' ? null : this.note)
  }
}
