import type { Item } from '@/contract/entities'

/**
 * The H5 address of an item, below the base: a folder's list, or a file's preview. The preview opens over the frequent space, which every
 * user has; the recipient of the address may have no access to the file's folder.
 */
export function addressOf({ id, type, department }: Pick<Item, 'id' | 'type' | 'department'>): string {
  if (department) return `/files/dept/${department.id}`
  return type === 'folder' ? `/files/folder/${id}` : `/files/frequent?preview=1&file_id=${id}`
}
