import type { FrequentItem, Item } from '@/contract/entities'
import { withoutDirections } from '@/domain/items/naming'

/** A favourite and what is left of it. */
interface Favourite {
  kind: FrequentItem['freq_type']
  targetId: number
  /** As it was called when the user last had access. */
  name: string
  /** Why it cannot be opened: access was lost, or it lies in the trash or is gone. */
  loss: 'forbidden' | 'dismissed' | null
  /** null of an external enterprise, and of what is lost */
  item: Item | null
  counts: { items: number; folders: number; departments: number }
}

/** A row of the frequent space; without access it keeps the name it was known by and nothing else (1§3). */
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
