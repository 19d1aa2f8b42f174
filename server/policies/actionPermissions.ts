import type { Item, Permission, Role } from '@/contract/entities'
import { categoryOf } from '@/domain/items/kinds'
import type { EnterpriseRow, ItemRow } from '../database/tables'
import type { Access } from '../queries/access'

interface Question {
  row: Pick<ItemRow, 'extension' | 'is_folder' | 'is_encrypted' | 'scanned' | 'scope' | 'share_disabled_for'>
  access: Pick<Access, 'role' | 'space' | 'chain'>
  permissions: readonly Permission[]
  enterprise: Pick<EnterpriseRow, 'is_personal' | 'share_with_colleagues_disallowed'>
}

/** Permissions less what stands in the way of using them (decisions 4.11). */
export function actionPermissions({ row, access, permissions, enterprise }: Question): Item['action_permissions'] {
  const may = (permission: Permission) => permissions.includes(permission)
  return {
    perm_preview: may('item_preview') && row.scope !== 1,
    perm_download: may('item_download') && !isDownloadBlocked(row, access),
    perm_share: may('item_share') && !isShareDisabled(row, access.role ?? 'reset'),
    perm_share_to_colleague: may('item_share') && !enterprise.is_personal && !enterprise.share_with_colleagues_disallowed,
    perm_comment: may('item_create_comment'),
  }
}

/** "Members" are neither owner nor coowner (decisions 4.4). */
export function isShareDisabled(row: Pick<ItemRow, 'share_disabled_for'>, role: Role): boolean {
  if (row.share_disabled_for === 'members') return role !== 'owner' && role !== 'coowner'
  return row.share_disabled_for === 'all'
}

/** Encrypted files, online documents and what the virus scan has not cleared stay on the server (1§5). */
export function isDownloadBlocked(row: Question['row'], access: Pick<Access, 'space'>): boolean {
  if (row.is_folder) return false
  return row.is_encrypted || categoryOf(row.extension) === 'ydoc' || (row.scanned === 1 && access.space.owner.scansForViruses)
}
