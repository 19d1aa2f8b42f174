import type { ColumnType } from 'kysely'

/** The tables of comments, as migrations 042 and 043 leave them. */
export interface CommentTables {
  comments: {
    id: ColumnType<number, never, never>
    item_id: number
    author_id: number
    /** Mentions stand in it as the wire has them; '' of a voice. */
    content: string
    /** Where the storage keeps the MP3; null of a text. */
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
    /** Whom it had been told. */
    notices: { user_id: number; is_mention: boolean; is_read: boolean }[]
  }
  /** A comment in somebody's message about its item. */
  comment_notices: {
    id: ColumnType<number, never, never>
    message_id: number
    comment_id: number
    is_mention: ColumnType<boolean, boolean | undefined, never>
    is_read: ColumnType<boolean, boolean | undefined, boolean>
  }
}
