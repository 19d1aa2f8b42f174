import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, call, nullable, oneOf } from './call'

/** A file or a folder that is talked about. */
export const CommentedId = Type.Unsafe<`${'file' | 'folder'}_${number}`>({
  type: 'string',
  pattern: '^(file|folder)_[0-9]{1,15}$',
})

/** What somebody said about an item (2§3). */
export const Comment = Type.Object({
  id: Id,
  /** Mentions stand in it as `@[id:name]`, `@[g-id:name]`, `@[0:name]`; '' of a voice. */
  content: Type.String(),
  created_at: Seconds,
  user: Type.Object({ id: Id, name: Type.String() }),
  /** Whether it stands in a message of whoever asks, and they have not read it. */
  unread: Type.Boolean(),
  /** What it is marked read by, with type=comment (decisions 32); null where nobody was told. */
  child_message_id: nullable(Id),
  /** What it counts in its message and on the badge: 1 while unread, else 0. */
  unread_count: Type.Integer({ minimum: 0, maximum: 1 }),
  is_voice: Type.Boolean(),
  /** seconds; 0 of a text */
  voice_length: Type.Integer({ minimum: 0, maximum: 60 }),
  /** Own field: a signed relative address of an MP3 (decisions 39); null of a text. */
  voice_url: nullable(Type.String()),
  permissions: Type.Array(oneOf('delete_comment')),
  item_type: oneOf('file', 'folder'),
  item_id: Id,
})

export const commentCalls = {
  /**
   * 2§7. Mentions of who cannot read the comments of the item become plain text, others get their true names. Refused: comment_empty,
   * comment_too_long, asked_too_often, content_refused, content_unchecked.
   */
  'POST /apps/comments/create': call(
    { content: Type.String({ maxLength: 20_000 }), item_typed_id: CommentedId },
    { comment: Comment },
  ),
  /** For who wrote it, and for owners and coowners of the item. */
  'POST /apps/comments/delete': call({ comment_id: Id }, {}),
  /** Own call: takes a deletion back for who made it, for ten minutes (AH-09). */
  'POST /apps/comments/restore': call({ comment_id: Id }, { comment: Comment }),
  /** 2§7. Oldest first; `before`, an own parameter, asks for those before a comment. */
  'GET /apps/files/comments': call(
    {
      item_typed_id: CommentedId,
      /** As many as 1,000 at once, else 25. */
      no_pagination: Type.Optional(Type.Boolean()),
      /** The message that it is opened from (COMM-08). */
      message_id: Type.Optional(Id),
      before: Type.Optional(Id),
    },
    {
      comments: Type.Array(Comment),
      /** Own field: there are others before these. */
      has_earlier: Type.Boolean(),
      total_count: Type.Integer({ minimum: 0 }),
      /** Own field: others collaborate there, so that somebody can be mentioned (2§5). */
      is_collaborative: Type.Boolean(),
      /** Own field: the server can make a recording playable for everybody. */
      takes_voices: Type.Boolean(),
      /** Own field: what the message speaks of, its first unread comment or its newest one; null without one. */
      focus_comment_id: nullable(Id),
    },
  ),
}

/** Answer of `POST /apps/comments/create_voice`, which takes the recording itself (decisions 31). */
export const VoiceReply = Type.Object({ success: Type.Literal(true), comment: Comment })

export type Comment = Static<typeof Comment>
