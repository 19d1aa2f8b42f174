import type { AppStore } from '@/stores/app/AppStore'
import type { VisitStore } from '@/stores/landing/LandingStore'

/** One page back; who came to an item by its own address goes to what the link shows. */
export function goBack({ platform: { navigate } }: AppStore, { uniqueName }: Pick<VisitStore, 'uniqueName'>): void {
  void (navigate.depth() > 0 ? navigate.back() : navigate.replace({ page: 'visit', uniqueName }))
}
