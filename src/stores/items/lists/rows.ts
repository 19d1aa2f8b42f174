import type { FoundItem, FrequentItem, Item } from '@/contract/entities'
import type { ListedRow } from '@/domain/items/lists/changes'

/** A row of the frequent space without an item: an external enterprise, or something the user may no longer see (LIST-10). */
export interface FrequentRow extends ListedRow {
  frequent: FrequentItem
}

export type Row = Item | FoundItem | FrequentRow

/** The item of a row; null for an external enterprise, and where the user may no longer see the item. */
export function itemOf(row: Row): Item | null {
  return 'frequent' in row ? null : row
}

/** Why a row cannot be opened any more: `dismissed` when the thing itself is gone, `forbidden` when the user lost the right (LIST-11). */
export function accessLoss(row: Row): 'dismissed' | 'forbidden' | null {
  if (!('frequent' in row) || !row.frequent.isForbidden) return null
  return row.frequent.item.is_dismissed ? 'dismissed' : 'forbidden'
}

/** An external enterprise as a row of the frequent space. */
export function rowOfEnterprise(id: number, name: string, isFavourite: boolean): FrequentRow {
  const row = rowOfFrequent({
    freq_type: 'external_enterprise',
    item_type: 'external_enterprise',
    item_id: id,
    item_count: 0,
    isForbidden: false,
    item: {
      typed_id: `external_enterprise_${id}`,
      name,
      parent: null,
      path: [],
      is_forbidden: false,
      is_dismissed: false,
      permissions: [],
      item_count: 0,
      folder_count: 0,
      children_departments_count: 0,
    },
    file: null,
  }) as FrequentRow
  return { ...row, is_frequently_used: isFavourite }
}

/** The row of a frequent entry: its item, else what the server still says about it. */
export function rowOfFrequent(frequent: FrequentItem): Row {
  const { typed_id: typedId, name } = frequent.item
  return (
    frequent.file ?? {
      typed_id: typedId,
      name,
      size: 0,
      modified_at: 0,
      parent_folder_id: 0,
      is_frequently_used: true,
      frequent,
    }
  )
}
