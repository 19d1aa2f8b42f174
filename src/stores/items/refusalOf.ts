import type { Message } from '@/api/Message'
import type { Item } from '@/contract/entities'
import type { AbilityReason } from '@/domain/items/abilities'

/** Words for why a visible action is not available (1§6). */
export function refusalOf(reason: AbilityReason, item: Pick<Item, 'lock_user'>): Message {
  switch (reason) {
    case 'locked':
      return item.lock_user
        ? { key: 'refusal.lockedBy', params: { name: item.lock_user.name } }
        : { key: 'refusal.locked' }
    case 'preview_no_permission':
      return { key: 'preview.noPermission' }
    default:
      return { key: `refusal.${reason}` }
  }
}
