import type { PathEntry } from '@/contract/entities'
import type { PlaceOf } from '@/platform/Platform'

/** The list that an entry of a path stands for. */
export function placeOfEntry({ typed_id: typedId }: Pick<PathEntry, 'typed_id'>): PlaceOf<'files'> {
  const [kind = '', id = ''] = typedId.split('_')
  if (id === '0') return { page: 'files', space: 'own' }
  return { page: 'files', space: kind === 'department' ? 'dept' : 'folder', id }
}
