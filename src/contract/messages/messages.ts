import { Type, type Static } from '@sinclair/typebox'
import { Avatar } from '../entities'
import { MessageAccessRequest } from '../members/accessRequests'
import { Id, Seconds, call, nullable, oneOf } from '../call'

/**
 * A system message. It reports one of these:
 * - the end of a background copy or move (decisions 3.15);
 * - on the user's own share link: the first opening, used-up previews and downloads, expiry within a day (AH-17), approval or refusal;
 * - to administrators: a link that waits for their approval (decisions 4.15);
 * - a colleague's reminder to hand in files, which names the link by unique_name (AH-25);
 * - an accepted or refused invitation of the user, a new role in a folder, or removal from a folder;
 * - a request for access to an item, for those who decide it; to the asker that it was declined, without the item's name (AH-50);
 * - that a recovery code stood for the second step of a sign-in (AH-55).
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
    'access_asked',
    'access_declined',
    'recovery_code_used',
  ),
  state: oneOf('finished', 'failed'),
  /** The number of chosen items, of recovery codes that are left, or of allowed uses. The message's item_name is the name of the first item. */
  count: Type.Integer({ minimum: 0 }),
  /** For share_limit: the uses that are used up. Absent in messages of earlier releases. */
  used_up: Type.Optional(oneOf('previews', 'downloads')),
  /** The target folder; empty for the user's own root. */
  folder_name: Type.String(),
  /** The failure's reason in the server's words; empty on success. */
  reason: Type.String(),
})

/** A comment as its message quotes it. */
const MessageComment = Type.Object({
  id: Id,
  content: Type.String(),
  is_voice: Type.Boolean(),
  user: Type.Object({ id: Id, name: Type.String() }),
})

/** The entry of a folded list: all messages about the same link, the rights to the same folder, the same item's comments, or a sender's invitations. */
const MessageThread = Type.Object({
  /** Equal for all messages of the entry, until the oldest is deleted. */
  id: Id,
  /** comments, invitations or messages */
  count: Type.Integer({ minimum: 1 }),
  /** The newest message's sender; null: the server. */
  sender: nullable(Type.Object({ id: Id, name: Type.String(), avatar: Type.Optional(Avatar) })),
})

/** An entry of the message centre (2§3). */
export const Message = Type.Object({
  id: Id,
  /** A type with the suffix `_notice` is information only and cannot be opened. */
  type: oneOf('comment', 'share_link', 'share_link_notice', 'collab', 'collab_notice'),
  unread_count: Type.Integer({ minimum: 0 }),
  item_name: Type.String(),
  item_time: Seconds,
  modified_at: Seconds,
  /** Empty for a system message. */
  sender_name: Type.String(),
  /** Whether one of the message's comments mentions the user. */
  include_current_user: Type.Boolean(),
  object_typed_id: nullable(Type.String()),
  /** Own field, in a folded list (AH-56). The message is the entry's newest, and `unread_count` is the sum of the entry. */
  thread: Type.Optional(MessageThread),
  most_recent_message: Type.Object({
    /** Own field: for a system message. */
    notice: nullable(Notice),
    /** The next fields are for a colleague's share (2§3): the sharer's description. For comments: the comment's text. */
    content: Type.Optional(Type.String()),
    /** 1 shared, 2 opened again, 4 another description */
    source: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
    item_type: Type.Optional(oneOf('file', 'folder')),
    item_name: Type.Optional(Type.String()),
    unique_name: Type.Optional(Type.String()),
    /** The next fields, with item_type and item_name, are for an invitation (2§3). */
    collab_type: Type.Optional(oneOf('group', 'department')),
    group_name: Type.Optional(Type.String()),
    invitation_message: Type.Optional(Type.String()),
    /** Own field, for an invitation or a share: the reader had asked for access, and the sender granted it. */
    is_granted: Type.Optional(Type.Boolean()),
    /** The next fields and `content` are for comments (2§3): the newest comment that the user was notified of. */
    is_voice: Type.Optional(Type.Boolean()),
    /** The newest three, newest first. */
    message_comments: Type.Optional(Type.Array(MessageComment)),
    /** Own field: the request for access that the reader may decide. */
    access_request: Type.Optional(MessageAccessRequest),
  }),
})

/** One kind or several, joined by commas. `collab` and `share_link` include the system messages of their kind. */
const Types = Type.String({ pattern: '^(comment|share_link|collab)(,(comment|share_link|collab)){0,2}$' })
const MessageIds = Type.Array(Id, { minItems: 1, maxItems: 1000 })
/** Own parameter (AH-56): messages about the same thing are one entry, and a change of a message changes its entry. */
const Folded = Type.Optional(Type.Boolean())

/** Own field in the replies of calls that change the unread count, so that the badge needs no further request (MSG-10). */
const total = { total_unread_message_count: Type.Integer({ minimum: 0 }) }

export const messageCalls = {
  'GET /apps/messages/get_list': call(
    {
      page_number: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
      types: Type.Optional(Types),
      folded: Folded,
      /** Own parameter (AH-56): lists only messages about the same thing as this one. */
      thread_of: Type.Optional(Id),
    },
    {
      messages: Type.Array(Message),
      page_number: Type.Integer({ minimum: 1 }),
      page_count: Type.Integer({ minimum: 0 }),
      ...total,
    },
  ),
  /** Marks the messages of `message_ids` read or, with `types`, all messages of these kinds (decisions 45). */
  'POST /apps/messages/mark_read': call(
    { message_ids: Type.Optional(MessageIds), types: Type.Optional(Types), folded: Folded },
    total,
  ),
  /** Deletes, with `folded`, what the entry held when its newest message arrived. */
  'POST /apps/messages/delete': call({ message_ids: MessageIds, folded: Folded }, total),
  /** Own call: reverts a deletion within a day (AH-09). */
  'POST /apps/messages/restore': call({ message_ids: MessageIds, folded: Folded }, total),
}

export type Message = Static<typeof Message>
