import type { FrequentItem, Item } from '@/contract/entities'
import { withoutDirections } from '@/domain/items/naming'
import type { Favourite } from '../../queries/items/favourites'

/** A row of the frequent space. Without access only the stored name remains (1§3). */
export function presentFrequentItem({ kind, targetId, name, loss, item, counts }: Favourite<Item>): FrequentItem {
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
