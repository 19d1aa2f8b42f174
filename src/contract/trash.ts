import { Type, type Static } from '@sinclair/typebox'
import { ExternalId, Id, Seconds, TypedId, call, nullable, oneOf } from './call'
import { Item } from './entities'
import { itemsPage, page } from './items/lists'

/** Where else something of the user's lies in a trash (LIST-12). */
export const ExternalTrash = Type.Object({
  id: Id,
  type: oneOf('enterprise', 'user'),
  name: Type.String(),
  /** Days that an item stays there. */
  trash_period: Type.Integer(),
})

/** How far a trash is emptied: the id of the last record that was looked at, and when it began; what was deleted later stays. */
const EmptiedUpTo = Type.Object({ after: Id, until: Seconds }, { additionalProperties: false })

const chosen = { item_typed_ids: Type.Array(TypedId, { minItems: 1, maxItems: 1000 }) }

export const trashCalls = {
  /** What the user deleted, and what others deleted of theirs (decisions 52). The order by date is that of deletion. */
  'GET /apps/files/trash_list': call(
    { external_typed_id: Type.Optional(ExternalId), ...page },
    {
      ...itemsPage,
      /** Whose trash it is; null for the user's own enterprise. */
      external: nullable(ExternalTrash),
      /** External trashes in which something of theirs lies; none in an external one. */
      external_list: Type.Array(ExternalTrash),
    },
  ),
  /** All or none. `items` are the restored ones, some perhaps under a new name (decisions 50). */
  'POST /apps/files/restore_from_trash': call(chosen, { items: Type.Array(Item) }),
  /** All or none. The owner's are gone for good; anybody else takes the record out of their own trash only (decisions 52). */
  'POST /apps/files/delete_from_trash': call(chosen, {}),
  /**
   * Own call: empties the user's trash, or an external one, as `delete_from_trash` would: a part of it, asked for again with `next`
   * until that is null. `kept` counts what the user may not delete.
   */
  'POST /apps/files/empty_trash': call(
    { external_typed_id: Type.Optional(ExternalId), from: Type.Optional(EmptiedUpTo) },
    { removed: Type.Integer(), kept: Type.Integer(), next: nullable(EmptiedUpTo) },
  ),
}

export type EmptiedUpTo = Static<typeof EmptiedUpTo>
export type ExternalTrash = Static<typeof ExternalTrash>
