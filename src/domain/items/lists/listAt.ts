import type { ExternalId, ListLocation } from '../../addresses'
import type { Space } from '../sorting'

/** The list of a space; null for a space without one. */
export function listAt({ space, id }: { space: Space; id?: string }): ListLocation | null {
  if (space === 'own' || space === 'collab' || space === 'frequent') return { space }
  if (space === 'trash') return { space, ...(id !== undefined && { id: id as ExternalId }) }
  if (id === undefined) return null
  if (space === 'external') return { space, id: id as ExternalId }
  return space === 'folder' || space === 'dept' ? { space, id: Number(id) } : null
}
