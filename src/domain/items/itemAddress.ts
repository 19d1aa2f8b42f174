import type { Item } from '@/contract/entities'
import { HOME, listPath } from '../addresses'

/**
 * The address of an item: a folder's list, or a file's preview. The preview opens over the frequent space, which every user has; the recipient
 * of the address may have no access to the file's folder.
 */
export function itemAddress({ id, type, department }: Pick<Item, 'id' | 'type' | 'department'>): string {
  if (department) return listPath({ space: 'dept', id: department.id })
  return type === 'folder' ? listPath({ space: 'folder', id }) : `${HOME}?preview=1&file_id=${id}`
}
