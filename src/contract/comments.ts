import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, call, nullable, oneOf } from './call'

/** A file or a folder that has comments. */
export const CommentedId = Type.Unsafe<`${'file' | 'folder'}_${number}`>({
  type: 'string',
  pattern: '^(file|folder)_[0-9]{1,15}$',
})

/** A Yjs relative position in a text, in base64. */
const Anchor = Type.String({ pattern: '^[A-Za-z0-9+/]{2,64}={0,2}$' })

/** Where a passage of a text (ydoc) begins and ends. */
const PassageEnds = { start: Anchor, end: Anchor }

/** A comment on an item (2§3). */
export const Comment = Type.Object({
  id: Id,
  /** May contain mentions `@[id:name]`, `@[g-id:name]`, `@[0:name]`; '' for a voice comment. */
  content: Type.String(),
  created_at: Seconds,
  user: Type.Object({ id: Id, name: Type.String() }),
  /** Whether an unread message of the asking user contains the comment. */
  unread: Type.Boolean(),
  /** The id that marks the comment read, with type=comment (decisions 32); null if the user was not notified. */
  child_message_id: nullable(Id),
  /** 1 while the comment is unread, else 0. The message's count and the badge are sums of these. */
  unread_count: Type.Integer({ minimum: 0, maximum: 1 }),
  is_voice: Type.Boolean(),
  /** seconds; 0 for a text comment */
  voice_length: Type.Integer({ minimum: 0, maximum: 60 }),
  /** Own field: a signed relative address of an MP3 (decisions 39); null for a text comment. */
  voice_url: nullable(Type.String()),
  permissions: Type.Array(oneOf('delete_comment')),
  item_type: oneOf('file', 'folder'),
  item_id: Id,
  /** Own field: the comment that this one answers (AH-53); null for a first comment. */
  answer_to: nullable(
    Type.Object({
      id: Id,
      /** null if that comment is deleted */
      user: nullable(Type.Object({ id: Id, name: Type.String() })),
      /** The beginning of that comment, with mentions as in `content`. */
      content: Type.String(),
      is_voice: Type.Boolean(),
    }),
  ),
  /** Own field: the passage of a text that a first comment is about (DOC-06), with its words at that time on one line; null for the whole item. */
  passage: nullable(Type.Object({ words: Type.String() })),
  /** Own field: the thread counts as done. A thread is a first comment and the answers to that comment. */
  is_resolved: Type.Boolean(),
  /** Own field: whether the asking user may resolve and reopen the thread. */
  may_resolve: Type.Boolean(),
})

/** The passage of a thread that is not resolved. */
export const CommentedPassage = Type.Object({
  /** The first comment of the thread. */
  comment_id: Id,
  ...PassageEnds,
  words: Type.String(),
  /** The letters before and after, by which a passage is found again that was written anew. */
  before: Type.String(),
  after: Type.String(),
})

export const commentCalls = {
  /**
   * 2§7. A mention of somebody who cannot read the item's comments becomes plain text; other mentions get the true name. Refused with:
   * comment_empty, comment_too_long, comment_not_found, comment_not_answerable, comment_passage_gone, asked_too_often, content_refused,
   * content_unchecked; with a passage also as `GET /apps/documents/history`, without its right to write.
   */
  'POST /apps/comments/create': call(
    {
      content: Type.String({ maxLength: 20_000 }),
      item_typed_id: CommentedId,
      /** Own parameter: a first comment on the same item. The answer reopens a resolved thread (AH-53). */
      answer_to_id: Type.Optional(Id),
      /** Own parameter: what a first comment on a text (ydoc) is about (DOC-06). The server reads its words itself. */
      passage: Type.Optional(Type.Object(PassageEnds)),
    },
    { comment: Comment },
  ),
  /** Allowed to the author, and to owners and coowners of the item. */
  'POST /apps/comments/delete': call({ comment_id: Id }, {}),
  /** Own call: reverts a deletion for the user who deleted, within ten minutes (AH-09). */
  'POST /apps/comments/restore': call({ comment_id: Id }, { comment: Comment }),
  /** Own call: resolves or reopens the thread of a comment (AH-53). Allowed to the author of its first comment, and to editors of the item. */
  'POST /apps/comments/resolve': call({ comment_id: Id, resolved: Type.Boolean() }, {}),
  /** Own call: the passages of a text that its open threads are about, newest first (DOC-06). Refused with: as the list of comments. */
  'GET /apps/comments/passages': call({ file_id: Id }, { passages: Type.Array(CommentedPassage, { maxItems: 200 }) }),
  /** 2§7. Oldest first. The own parameter `before` is the id of a comment: only earlier comments are returned. */
  'GET /apps/files/comments': call(
    {
      item_typed_id: CommentedId,
      /** true: up to 1,000 at once; else 25. */
      no_pagination: Type.Optional(Type.Boolean()),
      /** The message that opened the comments (COMM-08). */
      message_id: Type.Optional(Id),
      before: Type.Optional(Id),
    },
    {
      comments: Type.Array(Comment),
      /** Own field: earlier comments exist. */
      has_earlier: Type.Boolean(),
      total_count: Type.Integer({ minimum: 0 }),
      /** Own field: the item has other collaborators, so somebody can be mentioned (2§5). */
      is_collaborative: Type.Boolean(),
      /** Own field: the server can convert recordings to a format that every client plays. */
      takes_voices: Type.Boolean(),
      /** Own field: the first unread comment of the message, or its newest one; null without a message. */
      focus_comment_id: nullable(Id),
    },
  ),
}

/** The reply of `POST /apps/comments/create_voice`, whose body is the recording itself (decisions 31). */
export const VoiceReply = Type.Object({ success: Type.Literal(true), comment: Comment })

export type Comment = Static<typeof Comment>
export type CommentedPassage = Static<typeof CommentedPassage>
