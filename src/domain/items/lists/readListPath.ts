import { list, readPath, readSpace, withoutBase, type ListLocation } from '../../addresses'
import { listAt } from './listAt'

/** The list at a path; null for another screen, and for an id that the space does not have. The root leads to the frequent space (RT-01). */
export function readListPath(path: string): ListLocation | null {
  const own = withoutBase(path)
  const params: { space?: string; id?: string } | undefined = own === '/' ? {} : readPath(list, own)
  const found = params && readSpace(params.space, params.id)
  return found && found.id === params.id ? listAt(found) : null
}
