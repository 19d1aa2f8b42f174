import type { AppStore } from '@/stores/app/AppStore'
import type { VisitStore } from '@/stores/landing/LandingStore'

/** Goes back one page; a visitor who opened an item's own address goes to the link's contents. */
export function goBack({ platform: { navigate } }: AppStore, { uniqueName }: Pick<VisitStore, 'uniqueName'>): void {
  void (navigate.depth() > 0 ? navigate.back() : navigate.replace({ page: 'visit', uniqueName }))
}
