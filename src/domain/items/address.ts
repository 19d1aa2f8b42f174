import type { Item } from '@/contract/entities'

/**
 * Where an item of its own is found on H5, below the base: a folder's list, or a file's preview. That lies above the frequent space,
 * which everybody has: the folder around the file may be closed to who is given the address.
 */
export function addressOf({ id, type, department }: Pick<Item, 'id' | 'type' | 'department'>): string {
  if (department) return `/files/dept/${department.id}`
  return type === 'folder' ? `/files/folder/${id}` : `/files/frequent?preview=1&file_id=${id}`
}
