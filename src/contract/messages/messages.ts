import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, call, nullable, oneOf } from '../call'

/**
 * What the system tells: how a copy or a move that went on in the background ended (decisions 3.15), or what became of one's own share link:
 * opened for the first time, its previews and downloads used, expiring within a day (AH-17), approved or refused; to administrators, that a link
 * waits for their approval (decisions 4.15); or that a colleague waits for files to be handed in (AH-25), which names the link by unique_name;
 * that somebody accepted or refused one's invitation, gave one another role in a folder, or removed one from it.
 */
export const Notice = Type.Object({
  action: oneOf(
    'copy',
    'move',
    'share_opened',
    'share_limit',
    'share_expiring',
    'share_waiting',
    'share_approved',
    'share_refused',
    'collect_reminder',
    'collab_accepted',
    'collab_refused',
    'collab_role',
    'collab_removed',
  ),
  state: oneOf('finished', 'failed'),
  /** Items that were chosen; the message's item_name is that of the first. */
  count: Type.Integer({ minimum: 0 }),
  /** Where they should go; empty for the user's own root. */
  folder_name: Type.String(),
  /** Why it failed, worded by the server; empty where it did not. */
  reason: Type.String(),
})

/** A comment as its message quotes it. */
const MessageComment = Type.Object({
  id: Id,
  content: Type.String(),
  is_voice: Type.Boolean(),
  user: Type.Object({ id: Id, name: Type.String() }),
})

/** An entry of the message centre (2§3). */
export const Message = Type.Object({
  id: Id,
  /** With the suffix `_notice` it only tells something and is not opened. */
  type: oneOf('comment', 'share_link', 'share_link_notice', 'collab', 'collab_notice'),
  unread_count: Type.Integer({ minimum: 0 }),
  item_name: Type.String(),
  item_time: Seconds,
  modified_at: Seconds,
  /** Empty where the system tells it. */
  sender_name: Type.String(),
  /** Whether a comment that it speaks of mentions the user. */
  include_current_user: Type.Boolean(),
  object_typed_id: nullable(Type.String()),
  most_recent_message: Type.Object({
    /** Own field: of a system message. */
    notice: nullable(Notice),
    /** These are of a share by a colleague (2§3): what they wrote. Of comments: what was said. */
    content: Type.Optional(Type.String()),
    /** 1 shared, 2 opened again, 4 another description */
    source: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
    item_type: Type.Optional(oneOf('file', 'folder')),
    item_name: Type.Optional(Type.String()),
    unique_name: Type.Optional(Type.String()),
    /** These, with item_type and item_name, are of an invitation (2§3). */
    collab_type: Type.Optional(oneOf('group', 'department')),
    group_name: Type.Optional(Type.String()),
    invitation_message: Type.Optional(Type.String()),
    /** These are of comments (2§3), `content` too: the newest one that the user was told of. */
    is_voice: Type.Optional(Type.Boolean()),
    /** The newest three, the newest first. */
    message_comments: Type.Optional(Type.Array(MessageComment)),
  }),
})

/** One kind or several, joined by commas; `collab` and `share_link` bring the system messages of their kind with them. */
const Types = Type.String({ pattern: '^(comment|share_link|collab)(,(comment|share_link|collab)){0,2}$' })
const MessageIds = Type.Array(Id, { minItems: 1, maxItems: 1000 })

/** Own field in the answers of what changes it: the badge is right without asking again (MSG-10). */
const total = { total_unread_message_count: Type.Integer({ minimum: 0 }) }

export const messageCalls = {
  'GET /apps/messages/get_list': call(
    {
      page_number: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
      types: Type.Optional(Types),
    },
    {
      messages: Type.Array(Message),
      page_number: Type.Integer({ minimum: 1 }),
      page_count: Type.Integer({ minimum: 0 }),
      ...total,
    },
  ),
  /** Those of message_ids, or with `types` all of these kinds (decisions 45). */
  'POST /apps/messages/mark_read': call({ message_ids: Type.Optional(MessageIds), types: Type.Optional(Types) }, total),
  'POST /apps/messages/delete': call({ message_ids: MessageIds }, total),
  /** Own call: takes a deletion back, for a day (AH-09). */
  'POST /apps/messages/restore': call({ message_ids: MessageIds }, total),
}

export type Message = Static<typeof Message>
