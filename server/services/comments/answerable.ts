import type { Db } from '../../database/connect'
import { Refused } from '../../errors'
import { findAnswerable } from '../../queries/comments/threads'

/**
 * Requires a first comment on an item. A comment on another item is refused like a missing one, so the answer does not reveal it.
 * @throws Refused comment_not_found, comment_not_answerable for an answer
 */
export async function requireAnswerable(db: Db, itemId: number, id: number): Promise<void> {
  const found = await findAnswerable(db, id)
  if (found?.item_id !== itemId) throw new Refused('comment_not_found')
  if (found.answer_to_id !== null) throw new Refused('comment_not_answerable')
}
