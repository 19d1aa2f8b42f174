import type { ColumnType } from 'kysely'

/** The tables of comments, as of migrations 042 and 043. */
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
    /** The users who had been notified. */
    notices: { user_id: number; is_mention: boolean; is_read: boolean }[]
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
