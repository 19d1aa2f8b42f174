import type { Item } from '@/contract/entities'

/** Whether others lose a folder when it is deleted: it has members, or lies in a space that is not the user's own. */
export function hasOthers({
  type,
  is_collab_folder: isShared,
  space,
}: Pick<Item, 'type' | 'is_collab_folder' | 'space'>): boolean {
  return type === 'folder' && (isShared || space !== 'personal_space')
}
