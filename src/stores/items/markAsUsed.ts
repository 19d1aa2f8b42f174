import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Item } from '@/contract/entities'

/** Reports to the server that an item was opened; ignores failures (CTX-09). */
export function markAsUsed(api: Api, { typed_id: typedId }: Pick<Item, 'typed_id'>): Promise<unknown> {
  return answerOrNull(api.call('POST /recent_items/mark_as_used', { item_typed_id: typedId }, { handledCodes: 'all' }))
}
