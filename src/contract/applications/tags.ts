import { Type, type Static } from '@sinclair/typebox'
import { Id, oneOf } from '../call'
import { Tag } from '../entities'
import { done, openCall } from './openCall'

const TagName = Type.String({ minLength: 1, maxLength: 200 })
const item = { type: oneOf('file', 'folder'), id: Id }

/** A tag that the user keeps at hand. */
export const CommonTag = Type.Object({ id: Id, tag_name: Type.String(), name: Type.String() })
const commonTags = { common_tags: Type.Array(CommonTag) }

/** `personal` and `collab` are whole spaces; their id has no meaning. */
const target = {
  target: Type.Object({ type: oneOf('folder', 'personal', 'collab', 'department'), id: Type.Optional(Id) }),
}
/** The name that a program gives its device. */
const device = { device_token: Type.String({ minLength: 1, maxLength: 200 }) }
const SyncedPlace = Type.Object({
  id: Id,
  name: Type.String(),
  type: oneOf('folder', 'department'),
  user_count: Type.Integer(),
  sync_root: Type.Boolean(),
})

/** Calls about tags, and about what the devices of a user sync (OAPI-05). */
export const openTagCalls = {
  'POST /v2/tag/item_add_tags': openCall(
    {
      ...item,
      names: Type.Optional(Type.Array(TagName, { maxItems: 20 })),
      tagCategories: Type.Optional(
        Type.Array(
          Type.Object({
            categoryName: Type.Optional(Type.String({ maxLength: 200 })),
            tags: Type.Array(TagName, { maxItems: 20 }),
          }),
          { maxItems: 20 },
        ),
      ),
    },
    { tags: Type.Array(Tag) },
  ),
  'POST /v2/tag/item_remove_tags': openCall({ ...item, tag_ids: Type.Array(Id, { minItems: 1, maxItems: 20 }) }, done),
  /** The tags of the items that the user changed last, at most ten. */
  'GET /v2/tag/list': openCall({}, { my_tags: Type.Array(Tag) }),
  'GET /v2/tag/common_list': openCall({}, commonTags),
  'POST /v2/tag/add_common_list': openCall(
    { tag_names: Type.Array(TagName, { minItems: 1, maxItems: 100 }) },
    commonTags,
  ),
  'POST /v2/tag/remove_common_list': openCall({ common_tag_ids: Type.Array(Id, { minItems: 1, maxItems: 100 }) }, done),
  'GET /v2/device/{device_token}/synced_status': openCall(device, {
    synced_folders: Type.Array(SyncedPlace),
    synced_department_spaces: Type.Array(SyncedPlace),
    is_synced_personal_space: Type.Boolean(),
    is_synced_collab_space: Type.Boolean(),
  }),
  'POST /v2/device/{device_token}/add_sync': openCall({ ...device, ...target }, done),
  'POST /v2/device/{device_token}/remove_sync': openCall({ ...device, ...target }, done),
}

export type CommonTag = Static<typeof CommonTag>
