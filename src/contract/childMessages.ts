import { Type, type Static } from '@sinclair/typebox'
import { Id, call, oneOf } from './call'

/** What messages of a type consist of. */
export const ChildMessageType = oneOf('comment')
const ChildMessageIds = Type.Array(Id, { minItems: 1, maxItems: 1000 })
/** Own field in the answers of what changes it (MSG-10). */
const total = { total_unread_message_count: Type.Integer({ minimum: 0 }) }

export const childMessageCalls = {
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

export type ChildMessageType = Static<typeof ChildMessageType>
