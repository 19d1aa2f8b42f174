import { list, readPath, readSpace, withoutBase, type ExternalId, type ListLocation } from '../../addresses'
import type { Space } from '../sorting'

/** The list of a space; null for a space without one. */
export function listAt({ space, id }: { space: Space; id?: string }): ListLocation | null {
  if (space === 'own' || space === 'collab' || space === 'frequent') return { space }
  if (space === 'trash') return { space, ...(id !== undefined && { id: id as ExternalId }) }
  if (id === undefined) return null
  if (space === 'external') return { space, id: id as ExternalId }
  return space === 'folder' || space === 'dept' ? { space, id: Number(id) } : null
}

/** The list at a path; null for another screen, and for an id that the space does not have. The root leads to the frequent space (RT-01). */
export function readListPath(path: string): ListLocation | null {
  const own = withoutBase(path)
  const params: { space?: string; id?: string } | undefined = own === '/' ? {} : readPath(list, own)
  const found = params && readSpace(params.space, params.id)
  return found && found.id === params.id ? listAt(found) : null
}
