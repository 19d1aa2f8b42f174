import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, TypedId, call, nullable, oneOf } from '../call'
import { Role } from '../entities'

/** An invitation in a message of the type collab (2§3). */
export const ChildMessage = Type.Object({
  id: Id,
  item_name: Type.String(),
  updated: Seconds,
  sender_name: Type.String(),
  /** Set if a group or a department of the reader was invited; null: the reader themself. */
  collab_type: nullable(oneOf('group', 'department')),
  /** '' if the reader themself is invited */
  group_name: Type.String(),
  invitation_message: Type.String(),
  /** Own field: the reader had asked for access, and the sender granted it. */
  is_granted: Type.Boolean(),
  has_read: Type.Boolean(),
  /** true: opening the message leads to the folder. */
  accepted: Type.Boolean(),
  /** null: the invitation is invalid, because it was withdrawn, was refused or has ended */
  collab_id: nullable(Id),
  /** null when collab_id is null, and also if the folder was purged. */
  item_typed_id: nullable(TypedId),
  /** Own field: the invitation expired before it was accepted. */
  is_expired: Type.Boolean(),
  /** Own field: the reader refused the invitation. */
  is_refused: Type.Boolean(),
  /** Own field: the offered role, or after accepting the role given; null when item_typed_id is null. */
  role: nullable(Role),
})

/** The content of messages that have children. */
export const ChildMessageType = oneOf('collab', 'comment')
const ChildMessageIds = Type.Array(Id, { minItems: 1, maxItems: 1000 })
/** Own field in the replies of calls that change the unread count (MSG-10). */
const total = { total_unread_message_count: Type.Integer({ minimum: 0 }) }

export const childMessageCalls = {
  /** 2§7. Newest first, 25 per page. Refused with item_not_found unless the message is the user's own and has children. */
  'GET /apps/messages/child_messages_list': call(
    {
      message_id: Id,
      page_number: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    },
    {
      child_messages: Type.Array(ChildMessage),
      page_number: Type.Integer({ minimum: 1 }),
      page_count: Type.Integer({ minimum: 0 }),
    },
  ),
  /** 2§7. Also for comments (decisions 32). */
  'POST /apps/messages/child_messages_mark_read': call(
    { child_message_ids: ChildMessageIds, type: ChildMessageType },
    total,
  ),
  /** 2§7. Deleting the last child message deletes the message. */
  'POST /apps/messages/child_messages_delete': call(
    { child_message_ids: ChildMessageIds, type: ChildMessageType },
    total,
  ),
}

export type ChildMessage = Static<typeof ChildMessage>
export type ChildMessageType = Static<typeof ChildMessageType>
