import type { Item, Permission } from '@/contract/entities'

const SCOPE_WITHOUT_PREVIEW = 1

/** Whether a folder with these permissions accepts uploads (1§6). The own root has permissions but no item. */
export function canUploadTo(permissions: readonly Permission[]): boolean {
  return permissions.includes('item_upload')
}

/** Whether a user may create a folder in a place with these permissions (decisions 3.2). */
export function canCreateFolderIn(permissions: readonly Permission[]): boolean {
  return permissions.includes('create_folder') || permissions.includes('item_upload')
}

/** Whether an item's content may be shown. Scope 1 forbids it (1§6). */
export function mayPreview({ permissions, scope }: Pick<Item, 'permissions' | 'scope'>): boolean {
  return permissions.includes('item_preview') && scope !== SCOPE_WITHOUT_PREVIEW
}
