import { Type, type Static } from '@sinclair/typebox'
import { Id, call, nullable } from '../call'
import type { PreviewReason } from '../errors'
import { shareScenario } from '../shares/shares'
import { TextEncoding } from './encodings'

/** Ten-thousandths of the width or height of a page, from its top left corner. Letters may lie outside a page. */
const Place = Type.Integer()

/** A line of a page as it is shown. */
const PageLine = Type.Object({
  text: Type.String(),
  left: Place,
  top: Place,
  right: Place,
  bottom: Place,
  /** How far the left edge of each UTF-16 unit lies from the one before it, and that of the first from `left`; empty if unknown. */
  steps: Type.Array(Place),
})

export const pageTextCalls = {
  /**
   * The lines of some pages of a document with their places (AH-38), for those who may receive its text (decisions 219). Refused like every preview
   * with: item_not_found, item_is_deleted, permission_denied.
   */
  'GET /apps/representations/page_texts': call(
    {
      file_id: Id,
      file_version_id: Type.Optional(Id),
      /** A file in an archive, by its number from representations/entries. */
      entry: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      encoding: Type.Optional(TextEncoding),
      /** From 0; each has 20 pages. */
      portion: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 0 })),
      ...shareScenario,
    },
    {
      /** Why there are no lines; `not_support` if the pages have no text, such as those of a scan. */
      reason: nullable(Type.Unsafe<PreviewReason>({ type: 'string' })),
      /** Whether the text of some pages is left out, because the document is too long. */
      is_cut: Type.Boolean(),
      /** The lines of each page of the portion. */
      pages: Type.Array(Type.Array(PageLine)),
    },
  ),
}

export type PageLine = Static<typeof PageLine>
