import { Type, type Static } from '@sinclair/typebox'
import { ExternalId, Id, Seconds, TypedId, call, nullable, oneOf } from './call'
import { Item } from './entities'
import { itemsPage, page } from './items/lists'

/** An external trash that holds items of the user (LIST-12). */
export const ExternalTrash = Type.Object({
  id: Id,
  type: oneOf('enterprise', 'user'),
  name: Type.String(),
  /** Days for which an item stays there. */
  trash_period: Type.Integer(),
})

/** The progress of emptying a trash: the id of the last visited record, and the start time. Items deleted later stay. */
const EmptiedUpTo = Type.Object({ after: Id, until: Seconds }, { additionalProperties: false })

const chosen = { item_typed_ids: Type.Array(TypedId, { minItems: 1, maxItems: 1000 }) }

export const trashCalls = {
  /** Items that the user deleted, and the user's items that others deleted (decisions 52). The order by date is by deletion date. */
  'GET /apps/files/trash_list': call(
    { external_typed_id: Type.Optional(ExternalId), ...page },
    {
      ...itemsPage,
      /** The owner of the trash; null for the user's own enterprise. */
      external: nullable(ExternalTrash),
      /** External trashes that hold items of the user; empty in an external trash. */
      external_list: Type.Array(ExternalTrash),
    },
  ),
  /**
   * All or nothing. `items` are the restored items, possibly renamed (decisions 50). `moved_to_root` names the items whose folder no longer exists:
   * they are in the root of their space now (decisions 117).
   */
  'POST /apps/files/restore_from_trash': call(chosen, {
    items: Type.Array(Item),
    moved_to_root: Type.Optional(Type.Array(TypedId)),
  }),
  /** All or nothing. Purges the owner's items; anybody else removes only the record from their own trash (decisions 52). */
  'POST /apps/files/delete_from_trash': call(chosen, {}),
  /**
   * Own call: empties the user's trash, or an external one, as `delete_from_trash` would. One call handles a part. Repeat the call
   * with `from` set to `next` until `next` is null. `kept` counts the items that the user may not delete.
   */
  'POST /apps/files/empty_trash': call(
    { external_typed_id: Type.Optional(ExternalId), from: Type.Optional(EmptiedUpTo) },
    { removed: Type.Integer(), kept: Type.Integer(), next: nullable(EmptiedUpTo) },
  ),
}

export type EmptiedUpTo = Static<typeof EmptiedUpTo>
export type ExternalTrash = Static<typeof ExternalTrash>
