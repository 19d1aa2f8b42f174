import type { Item } from '@/contract/entities'
import { mayPreview } from '@/domain/items/rights'
import type { AppServices } from '@/stores/app/AppServices'
import type { LandingStore } from '@/stores/landing/LandingStore'

/** Opens an item of a link: a file on the whole screen, a folder as a list. */
export function openItem({ platform }: AppServices, { uniqueName }: LandingStore, item: Item): void {
  void platform.navigate.push({ page: 'visit', uniqueName, item: item.typed_id })
}

/** As `openItem`; reports a file that may not be previewed. */
export function openRow(app: AppServices, store: LandingStore, item: Item): void {
  if (item.type === 'file' && !mayPreview(item)) app.feedback.toast({ key: 'preview.noPermission' })
  else openItem(app, store, item)
}

/** Goes back one page; a visitor who opened an item's own address goes to the link's contents. */
export function goBack(
  { platform: { navigate } }: AppServices,
  { uniqueName }: Pick<LandingStore, 'uniqueName'>,
): void {
  void (navigate.depth() > 0 ? navigate.back() : navigate.replace({ page: 'visit', uniqueName }))
}
