import type { Permission, Role } from '@/contract/entities'
import { isAtLeast, permissionsOf } from '@/domain/items/roles'

interface Target {
  isFolder: boolean
  creatorId: number
  personalOf: number | null
  departmentId: number | null
}

/** What a role allows on this very item: the table, and what files and roots of spaces take away from it. */
export function itemPermissions(userId: number, role: Role, item: Target): Permission[] {
  return permissionsOf(role).filter((permission) => {
    if (item.personalOf !== null)
      return !rootDenies.has(permission) && permission !== 'item_share' && permission !== 'item_create_collab'
    if (item.departmentId !== null) return !rootDenies.has(permission) || permission === 'item_delete'
    if (item.isFolder) return true
    if (permission === 'create_folder') return false
    /* A new version of a file: decisions 4.19. */
    return permission !== 'item_upload' || isAtLeast(role, 'editor') || item.creatorId === userId
  })
}

/** The root of a space is no thing to rename, move or purge; that of a department may go with more rights (decisions 4.13). */
const rootDenies: ReadonlySet<Permission> = new Set(['edit_properties', 'item_delete', 'permanent_delete'])
