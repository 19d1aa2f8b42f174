import type { Message } from '@/api/Message'
import type { UploadTarget } from '@/domain/transfer/uploads'
import type { NewFolderPlace } from '@/stores/items/ItemNames'
import type { ListAt, ListHead } from './listSources'

/** A place as the calls name it. */
export type PlaceId = `folder_${number}` | `department_${number}`

/** A place as the calls name it; null for a whole space. */
export function typedIdOf(at: ListAt): PlaceId | null {
  if (at.space === 'dept') return `department_${at.id}`
  return at.space === 'folder' ? `folder_${at.id}` : null
}

/** The own name of a folder, a department or whoever lets in from outside, or `hint` before it is known; else the space's phrase (API-03). */
export function titleOf({ space }: ListAt, { folder, path, trash }: ListHead, hint: string): Message {
  if (trash.external) return { key: 'space.trashOf', params: { name: trash.external.name } }
  if (space === 'own' || space === 'collab' || space === 'frequent' || space === 'trash')
    return { key: `space.${space}` }
  return { text: folder?.department?.name ?? path[path.length - 1]?.name ?? hint }
}

/** The folder whose children a place shows: 0 the own root, null for none. */
export function folderIdOf(at: ListAt, { folder }: Pick<ListHead, 'folder'>): number | null {
  if (at.space === 'own') return 0
  return at.space === 'folder' ? at.id : (folder?.id ?? null)
}

export function uploadTargetOf(at: ListAt): UploadTarget | null {
  return at.space === 'own' ? 'folder_0' : typedIdOf(at)
}

export function newFolderPlaceOf(at: ListAt, head: ListHead): NewFolderPlace | null {
  const parentFolderId = folderIdOf(at, head)
  if (parentFolderId === null) return null
  return { parentFolderId, ...(at.space === 'dept' ? { departmentId: at.id } : {}) }
}
