import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import { messageOf } from '@/api/reactions'
import type { Item } from '@/contract/entities'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

/**
 * The item that a panel opens for. null if it cannot be fetched; the user is shown why.
 * @param toldBy whether the caller shows a failure itself
 */
export async function findItem(
  { api, feedback }: { api: Api; feedback: FeedbackStore },
  typedId: string,
  toldBy?: (failure: ApiFailure) => boolean,
): Promise<Item | null> {
  try {
    const { item } = await api.call(
      'GET /apps/files/get_info',
      { item_typed_id: typedId as Item['typed_id'] },
      { quiet: true },
    )
    return item ?? null
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    if (toldBy?.(error)) return null
    await feedback.alert(messageOf(error.failure))
    return null
  }
}
