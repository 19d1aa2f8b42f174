import type { Request } from '@/contract/api'
import { extensionsOfKind } from '@/domain/search/kinds'
import { invalidRequest } from '../../errors'
import type { Filters } from '../../queries/search/filters'

type Asked = Request<'GET /apps/files/search'>

/** The filters of a search (AH-41). The kind `folder` is none of them. @throws Refused invalid_request for a time that ends before it begins */
export function filtersOf({
  file_type_category: kind,
  modified_from: from,
  modified_to: to,
  user_id: userId,
}: Asked): Filters {
  if (from !== undefined && to !== undefined && from > to) throw invalidRequest('modified_to')
  return {
    ...(kind !== undefined && kind !== 'folder' && { extensions: extensionsOfKind(kind) }),
    ...(from !== undefined && { from: new Date(from * 1000) }),
    // The last second counts as a whole.
    ...(to !== undefined && { before: new Date((to + 1) * 1000) }),
    ...(userId !== undefined && { userId }),
  }
}

/** Refuses filters of visitors, who do not learn people, and whose search offers none. @throws Refused invalid_request */
export function refuseFilters(asked: Asked): void {
  if (asked.file_type_category !== undefined && asked.file_type_category !== 'folder')
    throw invalidRequest('file_type_category')
  for (const name of ['whole_space', 'modified_from', 'modified_to', 'user_id'] as const)
    if (asked[name] !== undefined) throw invalidRequest(name)
}
