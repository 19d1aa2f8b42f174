import { Type, type Static } from '@sinclair/typebox'
import { Id, call, nullable, oneOf } from '../call'
import { Item } from '../entities'
import { SortDirection } from '../items/lists'
import { shareScenario } from '../shares/shares'

/** The orders of lists; and the original date, the order of the grid of pictures (AH-39), which has no effect for a visitor. */
export const SiblingSortBy = oneOf('date', 'name', 'size', 'taken')

/** A picture beside another picture. */
export const Sibling = Type.Object({
  ...Item.properties,
  /**
   * The signed address of the picture that the gallery shows: upright, with the user's watermark where required. The address answers
   * once the picture is made. Null if the picture cannot be made; representations/info says why (decisions 39).
   */
  preview_url: nullable(Type.String()),
})

const asked = {
  file_id: Id,
  /** Absent: the user's order of this list, else its default order (decisions 4.20). The order is not stored. */
  sort_by: Type.Optional(SiblingSortBy),
  sort_direction: Type.Optional(SortDirection),
  extension_category: Type.Optional(Type.Literal('image')),
  /** The side: right is after the file in its list, left is before. */
  type: Type.Optional(oneOf('left', 'right')),
  /** The maximum number. A shorter reply means that the list ends there. */
  num: Type.Optional(Type.Integer({ minimum: 1, maximum: 25, default: 5 })),
  ...shareScenario,
  /** For the open platform: accepted, and without any effect for a member. */
  previewToken: Type.Optional(Type.String()),
}

const answered = {
  /** In list order, for both sides. */
  siblings: Type.Array(Sibling),
  /** For the next request of the open platform; a member gets none. */
  previewToken: Type.Optional(Type.String()),
}

export const siblingCalls = {
  /**
   * The pictures beside a file in its folder, or in the list of invitations if the user does not see that folder (1§7). Omits pictures that the
   * user may not preview. A visitor gets the pictures that the link shows beside it. Refused like every preview with: item_not_found,
   * item_is_deleted, permission_denied. Own fields: with `with_count`, `count` is the number of all pictures on that side.
   */
  'POST /apps/files/get_sibling': call(
    { ...asked, with_count: Type.Optional(Type.Boolean()) },
    { ...answered, count: Type.Optional(Type.Integer()) },
  ),
  /** For a preview that knows only a file's id: also returns the file itself and its nearest sibling, null at the end (1§7). */
  'GET /apps/files/get_sibling': call(asked, { ...answered, item: Sibling, sibling: nullable(Sibling) }),
}

export type SiblingSortBy = Static<typeof SiblingSortBy>
export type Sibling = Static<typeof Sibling>
