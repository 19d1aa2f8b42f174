import type { Message } from '@/api/Message'
import type { UploadTarget } from '@/domain/uploads/uploads'
import type { NewFolderParent } from '@/stores/items/ItemNames'
import type { ListSource, ListHead } from './listSources'

/** The id of a place in calls. */
export type LocationId = `folder_${number}` | `department_${number}`

/** The id of a place in calls; null for a whole space. */
export function typedIdOf(at: ListSource): LocationId | null {
  if (at.space === 'dept') return `department_${at.id}`
  return at.space === 'folder' ? `folder_${at.id}` : null
}

/** The name of a folder, department or external party, or `hint` before it is known; else the phrase of the space (API-03). */
export function titleOf({ space }: ListSource, { folder, path, trash }: ListHead, hint: string): Message {
  if (trash.external) return { key: 'space.trashOf', params: { name: trash.external.name } }
  if (space === 'own' || space === 'collab' || space === 'frequent' || space === 'trash')
    return { key: `space.${space}` }
  return { text: folder?.department?.name ?? path[path.length - 1]?.name ?? hint }
}

/** The folder whose children a place shows: 0 the own root, null for none. */
export function folderIdOf(at: ListSource, { folder }: Pick<ListHead, 'folder'>): number | null {
  if (at.space === 'own') return 0
  return at.space === 'folder' ? at.id : (folder?.id ?? null)
}

export function uploadTargetOf(at: ListSource): UploadTarget | null {
  return at.space === 'own' ? 'folder_0' : typedIdOf(at)
}

export function newFolderParentOf(at: ListSource, head: ListHead): NewFolderParent | null {
  const parentFolderId = folderIdOf(at, head)
  if (parentFolderId === null) return null
  return { parentFolderId, ...(at.space === 'dept' ? { departmentId: at.id } : {}) }
}
