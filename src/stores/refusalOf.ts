import type { Message } from '@/api/Message'
import type { Item } from '@/contract/entities'
import type { Answer } from '@/domain/items/abilities'

/** In words, why something cannot be done to an item (1§6). */
export function refusalOf(answer: Exclude<Answer, 'yes'>, item: Item): Message {
  if (answer === 'hidden') return { key: 'base.noPermission' }
  switch (answer.no) {
    case 'encrypted':
    case 'scanning':
    case 'approval':
    case 'encrypted_path':
      return { key: `refusal.${answer.no}` }
    default:
      return { key: 'row.lockedBy', params: { name: item.lock_user?.name ?? '' } }
  }
}
