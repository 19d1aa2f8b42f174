import type { Item, Permission } from '@/contract/entities'
import { canCreateFolderIn, canUploadTo } from '../items/rights'

/** What is put somewhere, as far as the place is concerned. */
export type Carried = Pick<Item, 'type' | 'typed_id' | 'parent_folder_id' | 'space'>

/** A place that a picker shows; `folderId` is 0 for the own root, null for what is no folder: frequent, collab. */
export interface Destination {
  folderId: number | null
  permissions: readonly Permission[]
}

/**
 * Why nothing can be put into a place: `no_folder` for a space that only lists folders, `already_here` for a move that changes nothing.
 */
export type DestinationBlock = 'no_folder' | 'no_permission' | 'already_here'

/** Whether a place takes these: item_upload for files, create_folder or item_upload for folders (1§5). */
export function mayPutInto(permissions: readonly Permission[], types: readonly Item['type'][]): boolean {
  return types.every((type) => (type === 'file' ? canUploadTo(permissions) : canCreateFolderIn(permissions)))
}

/** Why the action bar of a picker is disabled in a place; null when it is not (1§5). */
export function destinationBlock(
  { folderId, permissions }: Destination,
  carried: readonly Carried[],
  action: 'move' | 'copy' | 'choose',
): DestinationBlock | null {
  if (folderId === null) return 'no_folder'
  if (
    !mayPutInto(
      permissions,
      carried.map(({ type }) => type),
    )
  )
    return 'no_permission'
  const isHere = action === 'move' && carried.length > 0 && carried.every((item) => knownParent(item) === folderId)
  return isHere ? 'already_here' : null
}

/** The folder an item lies in, as a call names it: 0 the own root; null where the user may not see it. */
export function knownParent({
  parent_folder_id: parent,
  space,
}: Pick<Item, 'parent_folder_id' | 'space'>): number | null {
  return parent === 0 && space !== 'personal_space' ? null : parent
}

/** Whether a picker leads into a folder: not into one that is carried itself (decisions 51). */
export function mayEnter(row: Pick<Item, 'type' | 'typed_id'>, carried: readonly Carried[]): boolean {
  return row.type === 'folder' && !carried.some((item) => item.typed_id === row.typed_id)
}
