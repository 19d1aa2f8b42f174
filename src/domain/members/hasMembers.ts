import type { Item } from '@/contract/entities'

/** Whether several people may work together in a folder: any but those of a personal space that nobody was let into (2§2, LIST-08). */
export function hasMembers({
  type,
  space,
  is_collab_folder: isCollab,
}: Pick<Item, 'type' | 'space' | 'is_collab_folder'>): boolean {
  return type === 'folder' && (space !== 'personal_space' || isCollab)
}
