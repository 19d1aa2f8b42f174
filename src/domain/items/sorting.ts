import type { SortBy, SortDirection } from '@/contract/items/lists'

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

/** The order that an address names, in whole; null where it names none (RT-05): the server decides. */
export function sortFrom(by?: string | null, direction?: string | null): Sort | null {
  return sortChoices.find((choice) => choice.by === by && choice.direction === direction) ?? null
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

/** Where a list lies: the union of both texts (decisions 3.4). */
export type Space = 'own' | 'collab' | 'external' | 'frequent' | 'trash' | 'search' | 'folder' | 'dept'
