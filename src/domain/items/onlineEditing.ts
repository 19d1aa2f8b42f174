import type { Item } from '@/contract/entities'

/** the lock kind of online editing, which keeps nobody from anything (decision 285) */
const ONLINE_EDITING = 3

/** Whether the lock of an item only says who edits it online. */
export function isEdited({ lock_kind: kind }: Pick<Item, 'lock_kind'>): boolean {
  return kind === ONLINE_EDITING
}
