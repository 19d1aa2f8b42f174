import type { Permission, Role } from '@/contract/entities'
import { isAtLeast, permissionsOf } from '@/domain/items/roles'

interface Target {
  isFolder: boolean
  creatorId: number
  personalOf: number | null
  departmentId: number | null
}

/** The permissions of a role on one item: those in the table of roles, minus those that files and roots of spaces lack. */
export function itemPermissions(userId: number, role: Role, item: Target): Permission[] {
  return permissionsOf(role).filter((permission) => {
    if (item.personalOf !== null)
      return !rootDenies.has(permission) && permission !== 'item_share' && permission !== 'item_create_collab'
    if (item.departmentId !== null) return !rootDenies.has(permission) || permission === 'item_delete'
    if (item.isFolder) return true
    if (permission === 'create_folder') return false
    /* A new version of a file, see decisions 4.19. */
    return permission !== 'item_upload' || isAtLeast(role, 'editor') || item.creatorId === userId
  })
}

/** Roots of spaces cannot be renamed, moved or purged. A department's root can be deleted with further rights (decisions 4.13). */
const rootDenies: ReadonlySet<Permission> = new Set(['edit_properties', 'item_delete', 'permanent_delete'])
