import type { Item } from '@/contract/entities'
import { permissionsOf } from '@/domain/items/roles'

/** A file of the user 1 in their own root, with every permission; a test names what differs. */
export function anItem(differences: Partial<Item> = {}): Item {
  return {
    id: 7,
    typed_id: 'file_7',
    type: 'file',
    name: '招生简章.pdf',
    extension: 'pdf',
    extension_category: 'pdf',
    type_icon: 'pdf',
    thumbnail: null,
    small_thumbnail_generated: false,
    median_thumbnail_generated: false,
    size: 1024,
    version: 1,
    modified_at: 1_700_000_000,
    changed_time: 1_700_000_000,
    original_date: null,
    updater: { id: 1, name: '王珂' },
    current: true,
    file_version_id: 70,
    file_version_key: 'k',
    permissions: [...permissionsOf('owner')],
    action_permissions: {
      perm_download: true,
      perm_preview: true,
      perm_share: true,
      perm_share_to_colleague: true,
      perm_comment: true,
    },
    is_deleted: false,
    is_encrypted: false,
    locked: false,
    lock_user: null,
    lock_kind: null,
    unlock_permit: false,
    is_frequently_used: false,
    owned_by: { id: 1, name: '王珂', login: 'wangke', enterprise_id: 1 },
    parent_folder_id: 0,
    parent: null,
    department: null,
    department_id: null,
    scope: 0,
    is_support_oos: false,
    from_share: false,
    tags: [],
    is_collab_folder: false,
    is_external_collab_folder: false,
    is_owned_collab_folder: false,
    is_invited_collab_folder: false,
    path: [],
    path_for_collab: [],
    space: 'personal_space',
    description: '',
    scanned: 0,
    exif_rotation: 0,
    final_role: 'owner',
    is_share_disabled: false,
    ...differences,
  }
}

/** A folder of the user 1. */
export function aFolder(differences: Partial<Item> = {}): Item {
  return anItem({
    typed_id: 'folder_7',
    type: 'folder',
    name: '会议纪要',
    extension: '',
    extension_category: 'other',
    ...differences,
  })
}
