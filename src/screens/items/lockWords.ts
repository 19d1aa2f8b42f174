import type { Item } from '@/contract/entities'
import { isEdited } from '@/domain/items/onlineEditing'
import type { Words } from '@/i18n/words'

/** What the details of an item say about its lock, with the person; `editing` in place of `lock` while somebody edits it online. */
export function lockWords(item: Item, t: Words): { lock?: string; editing?: string } {
  const { locked, lock_user: holder } = item
  if (!locked) return {}
  if (!isEdited(item)) return { lock: holder ? t('row.lockedBy', { name: holder.name }) : t('row.locked') }
  return holder ? { editing: t('row.editedBy', { name: holder.name }) } : {}
}
