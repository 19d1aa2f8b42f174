import type { Item, Role } from '@/contract/entities'
import { categoryOf, fileTileOf } from '@/domain/items/kinds'
import { withoutDirections } from '@/domain/items/naming'
import { folderKindOf } from '@/domain/items/tiles'
import { actorKey, type UserActor } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import { secondsOf } from '../../time/clock'
import { isUsable } from '../../policies/access/authorize'
import { actionPermissions, encryptedFolder, isShareDisabled } from '../../policies/access/actionPermissions'
import { departmentPermissions } from '../../policies/access/departments'
import type { Access, ItemDepartment } from '../../policies/access/facts'
import { mayReleaseAnyLock, maySeeContributor } from '../../policies/items'
import { relationOf } from '../../policies/access/relation'
import { thumbnailAddress } from '../../previews/previewFiles'
import type { ItemDetail } from '../../queries/items/items'
import type { Signer } from '../../crypto/signing'
import { pathTo } from './path'

/** The office service, which edits some file types (`is_support_oos`). */
export interface EditableKinds {
  canEdit(extension: string): boolean
}

/** The facts about the viewer that presenting an item needs. */
export interface Viewer {
  actor: UserActor
  /** The actor's key; by default the user's own. An application has another key. */
  key?: ActorKey
  sign: Signer
  office: EditableKinds | null
  /** Departments whose root folders are among the items, by id. */
  departments: ReadonlyMap<number, ItemDepartment>
}

/** An item as a user sees it (1§3, 2§3). */
export function presentItem(
  row: ItemDetail,
  access: Access,
  { actor, key = actorKey(actor), sign, office, departments }: Viewer,
): Item {
  const { user, enterprise } = actor
  const role: Role = access.role ?? 'reset'
  const relation = relationOf(access, user.id, enterprise.id)
  const department = row.department_id === null ? undefined : departments.get(row.department_id)
  const permissions =
    row.department_id === null
      ? [...access.permissions]
      : [...departmentPermissions(access.permissions, department?.mayDelete ?? false)]
  const path = pathTo(access, relation)
  const may = actionPermissions({ row, access, permissions, enterprise, userId: user.id })
  const sealed = encryptedFolder(access.chain)
  const look = {
    type: row.is_folder ? ('folder' as const) : ('file' as const),
    extension: row.extension,
    department: department
      ? {
          id: department.id,
          name: department.name,
          permissions: department.mayDelete ? ['delete_folder'] : [],
          director_name: department.directorName,
        }
      : null,
    is_owned_collab_folder: row.is_folder && relation.isOwnedCollab,
    is_invited_collab_folder: row.is_folder && relation.isInvitedCollab,
    is_external_collab_folder: row.is_folder && relation.isExternal,
  }
  // Assign field by field: with so many fields behind a spread, V8 takes a hundred times as long.
  return {
    type: look.type,
    extension: look.extension,
    department: look.department,
    is_owned_collab_folder: look.is_owned_collab_folder,
    is_invited_collab_folder: look.is_invited_collab_folder,
    is_external_collab_folder: look.is_external_collab_folder,
    id: row.id,
    typed_id: row.is_folder ? `folder_${row.id}` : `file_${row.id}`,
    name: withoutDirections(row.name),
    extension_category: categoryOf(row.extension),
    type_icon: row.is_folder ? folderKindOf(look) : fileTileOf(row.extension).group,
    thumbnail: hasTile(row) ? thumbnailAddress(sign, row, key, permissions.includes('item_preview')) : null,
    small_thumbnail_generated: row.pictures.made?.includes('image_64') ?? false,
    median_thumbnail_generated: row.pictures.made?.includes('image_128') ?? false,
    size: row.size,
    version: row.version_number,
    modified_at: secondsOf(row.modified_at),
    changed_time: secondsOf(row.changed_at),
    original_date: row.original_date && secondsOf(row.original_date),
    updater: { id: row.updater_id, name: row.updater_name },
    current: true,
    file_version_id: row.current_version_id,
    file_version_key: row.version_key,
    permissions,
    action_permissions: may,
    is_deleted: access.isDeleted,
    is_encrypted: row.is_encrypted,
    locked: row.lock_user_id !== null,
    lock_user:
      row.lock_user_id === null
        ? null
        : { id: row.lock_user_id, name: row.locker_name ?? '', login: row.locker_login ?? '' },
    lock_kind: row.lock_kind,
    unlock_permit: row.lock_user_id !== null && (row.lock_user_id === user.id || mayReleaseAnyLock(role)),
    is_frequently_used: row.is_frequently_used,
    owned_by: {
      id: access.space.owner.id,
      name: access.space.owner.name,
      login: access.space.owner.login,
      enterprise_id: access.space.owner.enterpriseId,
    },
    parent_folder_id: parentOf(access),
    parent: path.at(-1) ?? null,
    department_id: access.space.departmentId,
    scope: row.scope,
    is_support_oos: isEditable(row, office),
    from_share: false,
    tags: row.tags,
    is_collab_folder: look.is_owned_collab_folder || look.is_invited_collab_folder || look.is_external_collab_folder,
    path,
    path_for_collab: relation.isInvitedCollab || relation.isExternal ? path : [],
    space: relation.space,
    action_status: row.deleted_at && {
      action_time: secondsOf(row.deleted_at),
      ...(row.taken_back_by === null
        ? { action_by: row.deleter_name ?? '' }
        : { action_by: maySeeContributor(actor, access) ? row.taken_back_by : '', is_taken_back: true as const }),
    },
    description: row.description,
    scanned: row.scanned,
    exif_rotation: row.exif_rotation,
    encrypted_item_in_path: sealed ? { review_user_id: sealed.reviewerId ?? 0 } : null,
    final_role: role,
    is_share_disabled: isShareDisabled(row, role),
    comment_count: may.perm_comment ? row.comment_count : 0,
    ...(row.share_disabled_for === 'members' &&
      isShareDisabled(row, role) && { share_disabled_for: 'members' as const }),
  }
}

/**
 * Whether an item has a tile. The tile of an image is made on the first request. The tile of a video is shown only once it is made, because few
 * videos are worth a wait in a list.
 */
export function hasTile({ extension, pictures }: ItemDetail) {
  return categoryOf(extension) === 'video'
    ? (pictures.made?.includes('image_128') ?? false)
    : !pictures.failed?.includes('image_128')
}

/** Whether the office service edits a file (`is_support_oos`). Encrypted files never leave the server, and documents have an editor of their own. */
function isEditable(
  { is_folder: isFolder, is_encrypted: isEncrypted, extension }: ItemDetail,
  office: EditableKinds | null,
) {
  return office !== null && !isFolder && !isEncrypted && categoryOf(extension) !== 'ydoc' && office.canEdit(extension)
}

/** The parent's id; 0 if the parent is the root of a personal space, or if the user may not see the parent. */
function parentOf({ chain, roles }: Access) {
  const parent = chain[1]
  return !parent || parent.personalOf !== null || !isUsable(roles[1]) ? 0 : parent.id
}
