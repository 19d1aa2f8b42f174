import type { PlaceOf } from '@/platform/Platform'
import type { MoveTarget } from '@/stores/moving/ItemMover'

/** The list of a chosen folder, of a department, or of the user's own files. */
export function placeOfTarget({ folderId, departmentId }: MoveTarget): PlaceOf<'files'> {
  if (departmentId !== undefined) return { page: 'files', space: 'dept', id: String(departmentId) }
  return folderId === 0 ? { page: 'files', space: 'own' } : { page: 'files', space: 'folder', id: String(folderId) }
}
