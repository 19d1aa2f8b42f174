import type { Permission, Role } from '@/contract/entities'

/** From the highest to the lowest (1§6, decisions 3.7). */
export const roles: readonly Role[] = [
  'owner',
  'coowner',
  'editor',
  'viewer_uploader',
  'viewer',
  'previewer_uploader',
  'previewer',
  'uploader',
  'reset',
]

const upload: readonly Permission[] = ['item_upload', 'create_folder']
const preview: readonly Permission[] = ['item_view', 'item_preview', 'item_create_comment']
const view: readonly Permission[] = [...preview, 'item_download', 'item_share']
const edit: readonly Permission[] = [
  ...view,
  ...upload,
  'edit_properties',
  'item_delete',
  'item_restore',
  'item_create_collab',
]

const permissionTable: Record<Role, readonly Permission[]> = {
  owner: [...edit, 'permanent_delete'],
  coowner: edit,
  editor: edit,
  viewer_uploader: [...view, ...upload],
  viewer: view,
  previewer_uploader: [...preview, ...upload],
  previewer: preview,
  uploader: ['item_view', ...upload],
  reset: [],
}

/** The permissions of a role on a folder and everything in it. item_upload over an existing file needs more (decisions 4.19). */
export function permissionsOf(role: Role): readonly Permission[] {
  return permissionTable[role]
}

/** The highest of several roles (decisions 4.18); null without any. */
export function strongest(held: readonly Role[]): Role | null {
  return roles.find((role) => held.includes(role)) ?? null
}

/** The lowest role that contains all permissions of several roles and is no lower than any of them; null without any. */
export function combined(held: readonly Role[]): Role | null {
  const highest = strongest(held)
  if (highest === null) return null
  const needed = held.flatMap(permissionsOf)
  const hasAll = (role: Role) => needed.every((permission) => permissionsOf(role).includes(permission))
  return [...roles].reverse().find((role) => isAtLeast(role, highest) && hasAll(role)) ?? null
}

/** Whether a role is at or above another. */
export function isAtLeast(role: Role, floor: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(floor)
}
