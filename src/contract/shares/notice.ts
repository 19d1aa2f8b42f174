import { Type, type Static } from '@sinclair/typebox'
import { oneOf } from '../call'

/** Own entity: who shares what, as a visitor sees it before giving a link's password (AH-57). */
export const ShareNotice = Type.Object({
  sharer: Type.String(),
  /** The only item, or the first of several. */
  type: oneOf('file', 'folder'),
  name: Type.String(),
  extension: Type.String(),
  type_icon: Type.String(),
  /** 0 for a folder */
  size: Type.Integer({ minimum: 0 }),
  item_count: Type.Integer({ minimum: 1 }),
})

export type ShareNotice = Static<typeof ShareNotice>
