import type { ListStore } from '@/stores/items/lists/ListStore'
import type { AppStore } from '@/stores/app/AppStore'

/** Retention of the listed trash, in days. */
export function trashPeriod({ sessionContext }: AppStore, { header }: ListStore): number {
  return header.trash.external?.trash_period ?? sessionContext.user?.trash_period ?? 0
}
