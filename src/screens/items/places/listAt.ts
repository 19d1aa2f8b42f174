import type { Place } from '@/platform/Platform'
import type { ExternalId, ListLocation } from '@/stores/items/lists/listSources'

/** The list of a place; null for a place without one. */
export function listAt({ space, id }: Pick<Extract<Place, { page: 'files' }>, 'space' | 'id'>): ListLocation | null {
  if (space === 'own' || space === 'collab' || space === 'frequent') return { space }
  if (space === 'trash') return { space, ...(id !== undefined && { id: id as ExternalId }) }
  if (id === undefined) return null
  if (space === 'external') return { space, id: id as ExternalId }
  return space === 'folder' || space === 'dept' ? { space, id: Number(id) } : null
}
