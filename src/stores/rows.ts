import type { FoundItem, FrequentItem, Item } from '@/contract/entities'
import type { ListedRow } from '@/domain/lists/changes'

/** A frequent row without an item of its own: a department, or something the user may no longer see (LIST-10). */
export interface FrequentRow extends ListedRow {
  frequent: FrequentItem
}

export type Row = Item | FoundItem | FrequentRow

/** The item of a row; null where the user may no longer see it, and for a department. */
export function itemOf(row: Row): Item | null {
  return 'frequent' in row ? null : row
}

/** The row of a frequent entry: its item, else what the server still tells of it. */
export function rowOfFrequent(frequent: FrequentItem): Row {
  const { typed_id: typedId, name } = frequent.item
  return frequent.file ?? { typed_id: typedId, name, size: 0, modified_at: 0, parent_folder_id: 0, is_frequently_used: true, frequent }
}
