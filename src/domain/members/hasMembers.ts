import type { Item } from '@/contract/entities'

/** Whether a folder can have several members: every folder except unshared ones of a personal space (2§2, LIST-08). */
export function hasMembers({
  type,
  space,
  is_collab_folder: isCollab,
}: Pick<Item, 'type' | 'space' | 'is_collab_folder'>): boolean {
  return type === 'folder' && (space !== 'personal_space' || isCollab)
}
