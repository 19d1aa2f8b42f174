import type { Item, Permission } from '@/contract/entities'
import { canCreateFolderIn, canUploadTo } from '../items/rights'

/** The facts about a copied or moved item that a destination needs. */
export type Carried = Pick<Item, 'type' | 'typed_id' | 'parent_folder_id' | 'space'>

/** A place in a picker. `folderId` is 0 for the own root, null for a place that is no folder: frequent, collab. */
export interface Destination {
  folderId: number | null
  permissions: readonly Permission[]
}

/**
 * Why a place is no destination: `no_folder` for a space that only lists folders, `already_here` for a move that changes nothing.
 */
export type DestinationBlock = 'no_folder' | 'no_permission' | 'already_here'

/** Whether a place accepts these types: files need item_upload, folders create_folder or item_upload (1§5). */
export function mayPutInto(permissions: readonly Permission[], types: readonly Item['type'][]): boolean {
  return types.every((type) => (type === 'file' ? canUploadTo(permissions) : canCreateFolderIn(permissions)))
}

/** Why the action bar of a picker is disabled in a place; null if it is enabled (1§5). */
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

/** The folder of an item, as calls name it: 0 is the own root; null if the user may not see the folder. */
export function knownParent({
  parent_folder_id: parent,
  space,
}: Pick<Item, 'parent_folder_id' | 'space'>): number | null {
  return parent === 0 && space !== 'personal_space' ? null : parent
}

/** Whether a picker may open a folder: not one of the carried items (decisions 51). */
export function mayEnter(row: Pick<Item, 'type' | 'typed_id'>, carried: readonly Carried[]): boolean {
  return row.type === 'folder' && !carried.some((item) => item.typed_id === row.typed_id)
}
