import type { SortBy, SortDirection } from '@/contract/items/lists'

export interface Sort {
  by: SortBy
  direction: SortDirection
}

/** The order without a choice; folders always come first (decisions 4.20). */
export const defaultSort: Sort = { by: 'date', direction: 'desc' }

/** Every key in both directions, in the order of the sheet (LIST-04). */
export const sortChoices: readonly Sort[] = [
  { by: 'date', direction: 'desc' },
  { by: 'date', direction: 'asc' },
  { by: 'name', direction: 'asc' },
  { by: 'name', direction: 'desc' },
  { by: 'size', direction: 'desc' },
  { by: 'size', direction: 'asc' },
]

/** The order named in an address; null if it is missing or incomplete: the server decides (RT-05). */
export function sortFrom(by?: string | null, direction?: string | null): Sort | null {
  return sortChoices.find((choice) => choice.by === by && choice.direction === direction) ?? null
}

export function isSameSort(a: Sort, b: Sort): boolean {
  return a.by === b.by && a.direction === b.direction
}

/** The sort key for display: the date of the trash is the date of deletion. */
export function sortWord(space: Space, by: SortBy): SortBy | 'deleted' {
  return space === 'trash' && by === 'date' ? 'deleted' : by
}

/** Whether the search bar has a sort button: neither in the destination picker nor in the frequent space (1§2). */
export function hasSortButton(space: Space, isDestinationPicker = false): boolean {
  return !isDestinationPicker && space !== 'frequent'
}

/** All spaces that the two texts of the specification name (decisions 3.4). */
export type Space = 'own' | 'collab' | 'external' | 'frequent' | 'trash' | 'search' | 'folder' | 'dept'
