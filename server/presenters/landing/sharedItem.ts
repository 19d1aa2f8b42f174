import type { Item } from '@/contract/entities'
import { categoryOf, fileTileOf } from '@/domain/items/kinds'
import { withoutDirections } from '@/domain/items/naming'
import { actorKey, type VisitorActor } from '../../actors/actor'
import { secondsOf } from '../../time/clock'
import { actionPermissions } from '../../policies/access/actionPermissions'
import type { Access } from '../../policies/access/facts'
import { thumbnailAddress } from '../../previews/previewFiles'
import type { ItemDetail } from '../../queries/items/items'
import type { ShownVersion } from '../../queries/items/versions'
import type { Signer } from '../../crypto/signing'
import { hasTile } from '../items/item'

/** Hides people from visitors. */
const nobody = { id: 0, name: '' }

interface Viewer {
  actor: VisitorActor
  sign: Signer
  /** The fixed version that the link shows. */
  pinned: ShownVersion | undefined
}

/**
 * An item as a visitor of a link sees the item. Leaves out the item's collaborators and marks, and the folders outside of the link.
 */
export function presentSharedItem(row: ItemDetail, access: Access, { actor, sign, pinned }: Viewer): Item {
  const permissions = [...access.permissions]
  const path = pathWithin(access)
  const isOlder = pinned !== undefined && pinned.id !== pinned.currentId
  const shown = isOlder ? asVersion(row, pinned) : row
  const may = actionPermissions({ row, access, permissions, enterprise: actor.maker.enterprise, userId: 0 })
  return {
    id: row.id,
    typed_id: row.is_folder ? `folder_${row.id}` : `file_${row.id}`,
    type: row.is_folder ? 'folder' : 'file',
    name: withoutDirections(shown.name),
    extension: shown.extension,
    extension_category: categoryOf(shown.extension),
    type_icon: row.is_folder ? 'folder' : fileTileOf(shown.extension).group,
    thumbnail: hasTile(row)
      ? thumbnailAddress(sign, { ...shown, id: row.id }, actorKey(actor), may.perm_preview)
      : null,
    small_thumbnail_generated: !isOlder && (row.pictures.made?.includes('image_64') ?? false),
    median_thumbnail_generated: !isOlder && (row.pictures.made?.includes('image_128') ?? false),
    size: shown.size,
    version: shown.version_number,
    modified_at: secondsOf(shown.modified_at),
    changed_time: secondsOf(shown.modified_at),
    original_date: isOlder ? null : row.original_date && secondsOf(row.original_date),
    updater: nobody,
    current: !isOlder,
    file_version_id: shown.current_version_id,
    file_version_key: shown.version_key,
    permissions,
    action_permissions: { ...may, perm_share: false, perm_share_to_colleague: false, perm_comment: false },
    is_deleted: access.isDeleted,
    is_encrypted: row.is_encrypted,
    locked: false,
    lock_user: null,
    lock_kind: null,
    unlock_permit: false,
    is_frequently_used: false,
    owned_by: {
      id: actor.maker.user.id,
      name: actor.maker.user.name,
      login: '',
      enterprise_id: actor.maker.enterprise.id,
    },
    parent_folder_id: parentOf(access),
    parent: path.at(-1) ?? null,
    department: null,
    department_id: null,
    scope: row.scope,
    is_support_oos: false,
    from_share: true,
    tags: [],
    is_collab_folder: false,
    is_external_collab_folder: false,
    is_owned_collab_folder: false,
    is_invited_collab_folder: false,
    path,
    path_for_collab: [],
    space: 'external_space',
    action_status: null,
    description: '',
    scanned: row.scanned,
    exif_rotation: isOlder ? 0 : row.exif_rotation,
    encrypted_item_in_path: null,
    final_role: access.role ?? 'reset',
    is_share_disabled: true,
  }
}

function asVersion(row: ItemDetail, { id, number, name, extension, size, key, created_at }: ShownVersion): ItemDetail {
  return {
    ...row,
    name,
    extension,
    size,
    modified_at: created_at,
    version_number: number,
    version_key: key,
    current_version_id: id,
  }
}

/** The path to an item, beginning at the shared item, without the item itself. */
function pathWithin({ chain, roles }: Access): Item['path'] {
  return chain
    .filter((_, at) => at > 0 && roles[at] !== null)
    .map(({ id, name }) => ({ typed_id: `folder_${id}`, name: withoutDirections(name) }))
    .reverse()
}

/** The id of the folder that contains an item; 0 = the link itself */
function parentOf({ chain, roles }: Access): number {
  return roles[1] == null ? 0 : chain[1]!.id
}
