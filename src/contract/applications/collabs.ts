import { Type, type Static } from '@sinclair/typebox'
import { Id, nullable } from '../call'
import { Role } from '../entities'
import { done, openCall } from './openCall'
import { MiniUser } from './people'
import { Mini } from './items'

/** A member of a folder, or an invitation. The owner has no entry and so no id. */
const OpenCollab = Type.Object({
  id: nullable(Id),
  accessible_by: Mini,
  role: Role,
  accepted: Type.Boolean(),
  item: Mini,
  // Older clients read these.
  collab_id: nullable(Id),
  /** null for groups and departments */
  user: nullable(MiniUser),
})

/** Wide types, because the platform has codes of its own for what does not fit. */
const accessibleBy = Type.Object({
  /** `user`, `group`, `department`, or one of these with `_list` */
  type: Type.String({ maxLength: 40 }),
  id: Type.Optional(Id),
  ids: Type.Optional(Type.Array(Id, { maxItems: 500 })),
  role: Type.String({ maxLength: 40 }),
})
export type AccessibleBy = Static<typeof accessibleBy>

const invitation = {
  folder_id: Id,
  invitation_message: Type.Optional(Type.String({ maxLength: 2000 })),
}

/** Members of folders (OAPI-04). */
export const collabCalls = {
  'GET /v2/folder/{id}/collabs': openCall({ id: Id }, { final_role: Role, collabs: Type.Array(OpenCollab) }),
  'POST /v2/collab/invite': openCall(
    {
      ...invitation,
      accessible_by: Type.Optional(accessibleBy),
      /** An older spelling of `accessible_by` for a user. */
      invited_user: Type.Optional(Type.Object({ id: Id, role: Type.String({ maxLength: 40 }) })),
    },
    OpenCollab.properties,
  ),
  'POST /v2/collab/invite_batch': openCall(
    { ...invitation, accessible_by: Type.Array(accessibleBy, { minItems: 1, maxItems: 500 }) },
    { collab_infos: Type.Array(OpenCollab) },
  ),
  'GET /v2/collab/{id}/info': openCall({ id: Id }, OpenCollab.properties),
  'POST /v2/collab/{id}/update': openCall({ id: Id, role: Type.String({ maxLength: 40 }) }, OpenCollab.properties),
  'POST /v2/collab/{id}/delete': openCall({ id: Id }, done),
  'POST /v2/collab/remove': openCall(
    { folder_id: Id, collab_ids: Type.Array(Id, { minItems: 1, maxItems: 100 }) },
    done,
  ),
}
