import type { FrequentItem } from '@/contract/entities'
import type { Favourite } from '../services/frequent'

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
      name: item?.name ?? name,
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
