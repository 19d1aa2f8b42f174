import { Type, type Static } from '@sinclair/typebox'
import { Id, TypedId, call, oneOf } from '../call'
import { Role } from '../entities'

/** `expired`: nobody has decided within seven days. */
export const AccessRequestState = oneOf('open', 'granted', 'declined', 'expired')
/** The roles that a user can ask for. A file is shared by a link, which gives at most `viewer`. */
export const AskedRole = oneOf('previewer', 'viewer', 'editor')

/** Own calls (AH-50): users ask for access to an item that they cannot open, and those responsible for the item decide. */
export const accessRequestCalls = {
  /**
   * Asks for access to an item, by its id or by a share link that leads to it. The answer is the same for items that do not exist, that belong to
   * another organisation, or whose owner has declined: it says nothing about the item. The message is for those who decide. Answers:
   * asked_too_often, content_refused, content_unchecked.
   */
  'POST /apps/access_requests/create': call(
    {
      item_typed_id: Type.Optional(TypedId),
      unique_name: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      role: Type.Optional(AskedRole),
      message: Type.Optional(Type.String({ maxLength: 200 })),
    },
    {},
  ),
  /**
   * Decides a request that reached the user in a message. Without `role` the asker gets the role that they asked for. A file is shared by a link
   * with the asker alone. A granted or expired request stays so: the reply names the state that holds. Answers: access_request_not_found,
   * item_not_found, item_is_deleted, permission_denied, collab_role_refused, collab_unknown, collab_already, asked_too_often, and for a file the
   * refusals of sharing it.
   */
  'POST /apps/access_requests/decide': call(
    { access_request_id: Id, decision: oneOf('grant', 'decline'), role: Type.Optional(Role) },
    { state: AccessRequestState, total_unread_message_count: Type.Integer({ minimum: 0 }) },
  ),
}

/** A request for access in its message (own field). */
export const MessageAccessRequest = Type.Object({
  id: Id,
  state: AccessRequestState,
  role: AskedRole,
  message: Type.String(),
  item_type: oneOf('file', 'folder'),
})

export type AskedRole = Static<typeof AskedRole>
export type AccessRequestState = Static<typeof AccessRequestState>
export type MessageAccessRequest = Static<typeof MessageAccessRequest>
