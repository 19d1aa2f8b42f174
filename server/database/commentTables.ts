import type { ColumnType } from 'kysely'

/** The passage of a text that a comment is about (DOC-06). */
export interface StoredPassage {
  /** Yjs relative positions, in base64. */
  start: string
  end: string
  /** The words of the passage when somebody commented on it, on one line; a long passage is cut. */
  words: string
  /** The letters before and after, by which a passage is found again that was written anew. */
  before: string
  after: string
}

/** The tables of comments, as of migrations 042, 043, 097 and 112. */
export interface CommentTables {
  comments: {
    id: ColumnType<number, never, never>
    item_id: number
    author_id: number
    /** Contains mentions in the form of the contract; '' for a voice comment. */
    content: string
    /** The key of the MP3 in the storage; null for a text. */
    voice_key: string | null
    voice_seconds: number | null
    created_at: ColumnType<Date, Date | undefined, never>
    /** The first comment of the thread, which may be deleted; null for a first comment. */
    answer_to_id: ColumnType<number | null, number | null | undefined, never>
    /** JSON when written; null for a comment on the whole item, and for an answer. */
    passage: ColumnType<StoredPassage | null, string | null | undefined, never>
  }
  deleted_comments: {
    id: number
    item_id: number
    author_id: number
    content: string
    voice_key: string | null
    voice_seconds: number | null
    created_at: Date
    deleted_by: number
    deleted_at: Date
    answer_to_id: number | null
    passage: StoredPassage | null
    /** The users who had been notified. */
    notices: { user_id: number; is_mention: boolean; is_read: boolean }[]
  }
  /** Threads that count as done, by the id of their first comment. */
  resolved_threads: {
    thread_id: number
    item_id: number
  }
  /** A comment listed in a user's message about the item. */
  comment_notices: {
    id: ColumnType<number, never, never>
    message_id: number
    comment_id: number
    is_mention: ColumnType<boolean, boolean | undefined, never>
    is_read: ColumnType<boolean, boolean | undefined, boolean>
  }
}
