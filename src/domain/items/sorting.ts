import type { SortBy, SortDirection } from '@/contract/lists'
import type { Space } from '@/domain/lists/space'

export interface Sort {
  by: SortBy
  direction: SortDirection
}

/** Where nothing was chosen; folders always come first (decisions 4.20). */
export const defaultSort: Sort = { by: 'date', direction: 'desc' }

/** Each key, each way, in the order of the sheet (LIST-04). */
export const sortChoices: readonly Sort[] = [
  { by: 'date', direction: 'desc' },
  { by: 'date', direction: 'asc' },
  { by: 'name', direction: 'asc' },
  { by: 'name', direction: 'desc' },
  { by: 'size', direction: 'desc' },
  { by: 'size', direction: 'asc' },
]

/** The order that an address names; what it does not name, or names wrongly, is the default's. */
export function sortFrom(query: { sort_by?: string, sort_direction?: string }): Sort {
  const by = sortChoices.find((choice) => choice.by === query.sort_by)?.by ?? defaultSort.by
  const direction = sortChoices.find((choice) => choice.direction === query.sort_direction)?.direction ?? defaultSort.direction
  return { by, direction }
}

export function isSameSort(a: Sort, b: Sort): boolean {
  return a.by === b.by && a.direction === b.direction
}

/** What a list is sorted by, for its words: in the trash the date is that of deletion. */
export function sortWord(space: Space, by: SortBy): SortBy | 'deleted' {
  return space === 'trash' && by === 'date' ? 'deleted' : by
}

/** Whether the search bar has a sort button: not in the destination picker, not in the frequent space (1§2). */
export function hasSortButton(space: Space, isDestinationPicker = false): boolean {
  return !isDestinationPicker && space !== 'frequent'
}
