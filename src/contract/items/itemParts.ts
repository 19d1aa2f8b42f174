import { Type } from '@sinclair/typebox'
import { Seconds } from '../call'

export const ActionPermissions = Type.Object({
  perm_download: Type.Boolean(),
  perm_preview: Type.Boolean(),
  perm_share: Type.Boolean(),
  perm_share_to_colleague: Type.Boolean(),
  perm_comment: Type.Boolean(),
})

/**
 * When and by whom an item was deleted. Own field `is_taken_back`: a contributor took a hand-in back, and `action_by` is the contributor's name,
 * empty if the viewer may not see it.
 */
export const Deletion = Type.Object({
  action_time: Seconds,
  action_by: Type.String(),
  is_taken_back: Type.Optional(Type.Literal(true)),
})
