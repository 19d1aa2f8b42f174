import { Type } from '@sinclair/typebox'
import { Id, TypedId, call } from '../call'
import { Item, Tag } from '../entities'

/** Own calls (AH-51). They need the right to edit the item's properties, and no lock of somebody else. */
export const tagCalls = {
  /**
   * Tags to offer while the user types: tags of the item's organisation that contain the words and are on another item that the user can see. Tags
   * that begin with the words come first.
   */
  'GET /apps/tags/suggest': call(
    { item_typed_id: TypedId, words: Type.Optional(Type.String({ maxLength: 100 })) },
    { tags: Type.Array(Tag, { maxItems: 20 }) },
  ),
  /** Adds a tag by its name; does nothing if the item has it. Answers: name_…, tag_too_long, tags_too_many, content_refused, content_unchecked. */
  'POST /apps/tags/add': call({ item_typed_id: TypedId, name: Type.String({ maxLength: 4000 }) }, { item: Item }),
  /** Removes a tag; does nothing if the item lacks it. */
  'POST /apps/tags/remove': call({ item_typed_id: TypedId, tag_id: Id }, { item: Item }),
}
