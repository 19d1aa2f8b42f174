import type { FrequentItem, Item } from '@/contract/entities'
import { withoutDirections } from '@/domain/items/naming'

/** A favourite and its current state. */
interface Favourite {
  kind: FrequentItem['freq_type']
  targetId: number
  /** the name at the user's last access */
  name: string
  /** Why it cannot be opened: the user lost access, or the item is in the trash or purged. */
  loss: 'forbidden' | 'dismissed' | null
  /** null for an external enterprise and for a lost item */
  item: Item | null
  counts: { items: number; folders: number; departments: number }
}

/** A row of the frequent space. Without access only the stored name remains (1§3). */
export function presentFrequentItem({ kind, targetId, name, loss, item, counts }: Favourite): FrequentItem {
  return {
    freq_type: kind,
    item_type: kind,
    item_id: targetId,
    item_count: counts.items,
    isForbidden: loss !== null,
    item: {
      typed_id: `${kind}_${targetId}`,
      name: item?.name ?? withoutDirections(name),
      parent: item?.parent ?? null,
      path: item?.path ?? [],
      is_forbidden: loss !== null,
      is_dismissed: loss === 'dismissed',
      permissions: item?.permissions ?? [],
      item_count: counts.items,
      folder_count: counts.folders,
      children_departments_count: counts.departments,
    },
    file: item,
  }
}
