import type { Permission, Role } from '@/contract/entities'

/* The permissions of each role: a column per role, a row per permission. */
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

export const rolePermissions: readonly (readonly [Permission, marks: string])[] = [
  ['item_view', '●●●●●●●●·'],
  ['item_preview', '●●●●●●●··'],
  ['item_download', '●●●●●····'],
  ['item_upload', '●●●●·●·●·'],
  ['create_folder', '●●●●·●·●·'],
  ['item_share', '●●●●●····'],
  ['item_create_comment', '●●●●●●●··'],
  ['edit_properties', '●●●······'],
  ['item_delete', '●●●······'],
  ['item_restore', '●●●······'],
  ['item_create_collab', '●●●······'],
  ['permanent_delete', '●········'],
]

/** The mark in a role's column. */
export function markOf(marks: string, role: Role): string {
  return marks[roles.indexOf(role)]!
}

/** A role's permissions on a folder. */
export function expectedPermissions(role: Role): Permission[] {
  return rolePermissions.filter(([, marks]) => markOf(marks, role) === '●').map(([permission]) => permission)
}
