import type { Item } from '@/contract/entities'
import type { AppStore } from '@/stores/shell/AppStore'
import type { VisitStore } from '@/stores/visit/VisitStore'

/** Shows a file of a link on the whole screen. */
export function openFile({ platform }: AppStore, { uniqueName }: VisitStore, item: Item): void {
  void platform.navigate.push({ page: 'visit', uniqueName, item: item.typed_id })
}
