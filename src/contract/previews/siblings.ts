import { Type, type Static } from '@sinclair/typebox'
import { Id, call, nullable, oneOf } from '../call'
import { Item } from '../entities'
import { SortBy, SortDirection } from '../items/lists'
import { shareScenario } from '../shares/shares'

/** A picture beside another one. */
export const Sibling = Type.Object({
  ...Item.properties,
  /**
   * Signed address of the picture that the gallery shows, upright and with the user's mark where it has to carry one; who asks before it
   * is made waits for it. Null where none can be made; representations/info says why (decisions 39).
   */
  preview_url: nullable(Type.String()),
})

const asked = {
  file_id: Id,
  /** Absent: the order that the user gave the list, else its usual one (decisions 4.20). Nothing is remembered. */
  sort_by: Type.Optional(SortBy),
  sort_direction: Type.Optional(SortDirection),
  extension_category: Type.Optional(Type.Literal('image')),
  /** The side: right what comes after the file in its list, left what comes before. */
  type: Type.Optional(oneOf('left', 'right')),
  /** How many at most; fewer in the answer: the list ends there. */
  num: Type.Optional(Type.Integer({ minimum: 1, maximum: 25, default: 5 })),
  ...shareScenario,
  /** Of the open platform: taken, and without any effect on what a member is told. */
  previewToken: Type.Optional(Type.String()),
}

const answered = {
  /** In the order of the list, on both sides. */
  siblings: Type.Array(Sibling),
  /** What the open platform goes on with; a member gets none. */
  previewToken: Type.Optional(Type.String()),
}

export const siblingCalls = {
  /**
   * The pictures beside a file in the folder that holds it, or in the list of invitations where the user does not see that folder (1§7).
   * Those that they may not preview are passed over. To a visitor of a link it is what the link shows beside it. Refused as any look at the file is: item_not_found, item_is_deleted, permission_denied.
   * Own fields: `count` is how many lie on that side altogether, where `with_count` asks.
   */
  'POST /apps/files/get_sibling': call(
    { ...asked, with_count: Type.Optional(Type.Boolean()) },
    { ...answered, count: Type.Optional(Type.Integer()) },
  ),
  /** For a preview that knows a file by its id alone: the file itself too, and the nearest of its siblings, null at the end (1§7). */
  'GET /apps/files/get_sibling': call(asked, { ...answered, item: Sibling, sibling: nullable(Sibling) }),
}

export type Sibling = Static<typeof Sibling>
