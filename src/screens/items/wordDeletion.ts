import type { Item } from '@/contract/entities'
import type { Words } from '@/i18n/words'

type Deletion = NonNullable<Item['action_status']>

/** Who deleted an item, or which contributor took a hand-in back, as a phrase: "Deleted by 王珂". */
export function wordDeletion(deletion: Deletion, t: Words): string {
  return deletion.is_taken_back ? wordDeleter(deletion, t) : t('trash.deletedBy', { name: deletion.action_by })
}

/** The same for a place that is labelled as the deletion: the user's name alone. */
export function wordDeleter({ action_by: name, is_taken_back: isTakenBack }: Deletion, t: Words): string {
  if (!isTakenBack) return name
  return name === '' ? t('trash.takenBackUnnamed') : t('trash.takenBack', { name })
}
