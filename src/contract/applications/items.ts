import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, nullable, oneOf } from '../call'
import { Item, Permission } from '../entities'
import { page } from './openCall'
import { MiniUser } from './people'

/** An item, a subject or a space in short. */
export const Mini = Type.Object({
  type: oneOf('file', 'folder', 'user', 'group', 'department', 'personal', 'collab'),
  id: Id,
  name: Type.String(),
  /** The people of a group or department; null for everything else. */
  user_count: nullable(Type.Integer()),
})

/** A folder on the path to an item. */
export const PathFolder = Type.Object({
  id: Id,
  type: oneOf('folder'),
  name: Type.String(),
  typed_id: Type.String(),
  /** The ids from the root to the folder, with slashes between them. */
  path_ids: Type.String(),
})

/** What the user may do: the words of the drive, and two more of the platform. */
export const OpenPermission = Type.Union([Permission, oneOf('item_own', 'item_edit_collab')])
export type OpenPermission = Static<typeof OpenPermission>

/**
 * A file or folder as programs see it (OAPI-03): everything that the drive's own client reads, and the fields of the open platform. Fields that only
 * files or folders have carry null on the other.
 */
export const OpenItem = Type.Object({
  ...Item.properties,
  /** The folders above. The first is the root, with the id 0. */
  path: Type.Array(PathFolder),
  /** The last folder of `path`. */
  parent: PathFolder,
  owned_by: MiniUser,
  modified_by: MiniUser,
  created_at: Seconds,
  /** Grows with each version. */
  sequence_id: Type.Integer(),
  permissions: Type.Array(OpenPermission),
  in_trash: Type.Boolean(),
  comments_count: Type.Integer({ minimum: 0 }),
  /** SHA-1 of a file's contents in hexadecimal digits; '' for a short while after an upload in parts. */
  sha1: nullable(Type.String({ pattern: '^([0-9a-f]{40})?$' })),
  /** A folder's children that the user sees. */
  item_count: nullable(Type.Integer({ minimum: 0 })),
  folder_type: nullable(oneOf('normal')),
  /** Whether people are invited to a folder. */
  shared: nullable(Type.Boolean()),
  space: Mini,
  spaceName: Type.String(),
  /** The root folder of the department whose space the item lies in. */
  department: nullable(PathFolder),
  // The platform describes spaces that are marked as frequent with these, spelt so. An item is none.
  collba: Type.Null(),
  own: Type.Null(),
  frequent_department: Type.Null(),
})
export type OpenItem = Static<typeof OpenItem>

/** An item in the recycle bin of the user. */
export const TrashedItem = Type.Object({
  ...OpenItem.properties,
  deleted_at: Seconds,
  /** null: the account is gone */
  deleted_by: nullable(MiniUser),
})

/** A page of items in an order, folders first. */
export const itemList = {
  files: Type.Array(OpenItem),
  folders: Type.Array(OpenItem),
  ...page,
  /** Where the list is from; null for items from anywhere. */
  space: nullable(Mini),
}
