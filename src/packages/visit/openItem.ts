import type { Item } from '@/contract/entities'
import type { AppStore } from '@/stores/shell/AppStore'
import type { VisitStore } from '@/stores/visit/VisitStore'

/** Shows an item of a link: a file on the whole screen, a folder by its rows. */
export function openItem({ platform }: AppStore, { uniqueName }: VisitStore, item: Item): void {
  void platform.navigate.push({ page: 'visit', uniqueName, item: item.typed_id })
}
