import type { Item, Permission } from '@/contract/entities'

const SCOPE_WITHOUT_PREVIEW = 1

/* What the first page asks: the table of abilities comes with the first sheet. */

/** Whether a place with these permissions takes uploads (1§6); the own root has permissions but no item. */
export function canUploadTo(permissions: readonly Permission[]): boolean {
  return permissions.includes('item_upload')
}

/** Whether a folder may be made in a place with these permissions (decisions 3.2). */
export function canCreateFolderIn(permissions: readonly Permission[]): boolean {
  return permissions.includes('create_folder') || permissions.includes('item_upload')
}

/** Whether a file may be looked at; else a tap on it says that it may not (1§6, ACT-15). */
export function mayPreview({ permissions, scope }: Pick<Item, 'permissions' | 'scope'>): boolean {
  return permissions.includes('item_preview') && scope !== SCOPE_WITHOUT_PREVIEW
}
