import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, TypedId, call, nullable, oneOf } from '../call'

/** An invitation within a message of the type collab (2§3). */
export const ChildMessage = Type.Object({
  id: Id,
  item_name: Type.String(),
  updated: Seconds,
  sender_name: Type.String(),
  /** Whether a group or a department was invited that the reader is in; null: themself. */
  collab_type: nullable(oneOf('group', 'department')),
  /** '' of an invitation to the reader themself */
  group_name: Type.String(),
  invitation_message: Type.String(),
  has_read: Type.Boolean(),
  /** Then it leads to the folder. */
  accepted: Type.Boolean(),
  /** null: withdrawn, refused, or over: it is invalid */
  collab_id: nullable(Id),
  /** As collab_id; null also where the folder was purged. */
  item_typed_id: nullable(TypedId),
  /** Own field: it ran out before it was accepted. */
  is_expired: Type.Boolean(),
  /** Own field: the reader refused it. */
  is_refused: Type.Boolean(),
})

/** What messages of a type consist of. */
export const ChildMessageType = oneOf('collab', 'comment')
const ChildMessageIds = Type.Array(Id, { minItems: 1, maxItems: 1000 })
/** Own field in the answers of what changes it (MSG-10). */
const total = { total_unread_message_count: Type.Integer({ minimum: 0 }) }

export const childMessageCalls = {
  /** 2§7. The newest first, 25 a page. Refused with item_not_found for what is no own message with children. */
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
  /** 2§7; of comments, too (decisions 32). */
  'POST /apps/messages/child_messages_mark_read': call(
    { child_message_ids: ChildMessageIds, type: ChildMessageType },
    total,
  ),
  /** 2§7. With its last one goes the message. */
  'POST /apps/messages/child_messages_delete': call(
    { child_message_ids: ChildMessageIds, type: ChildMessageType },
    total,
  ),
}

export type ChildMessage = Static<typeof ChildMessage>
export type ChildMessageType = Static<typeof ChildMessageType>
