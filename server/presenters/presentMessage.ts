import type { Message } from '@/contract/messages'
import type { ErrorCode } from '@/contract/errors'
import { wordError } from '@/i18n/errors'
import type { MessageRow } from '../queries/messages'
import type { RequestContext } from '../http/handler'

/** How a job ended, as it stands in the table. */
export interface StoredNotice {
  action: 'copy' | 'move'
  state: 'finished' | 'failed'
  count: number
  /** Of the first item; as the user saw it where the job failed. */
  name: string
  /** Of the target; empty for a root without a name. */
  folder: string
  /** Why it failed, with what fills its words. */
  code?: ErrorCode
  params?: Record<string, string | number>
}

/** A message as its owner reads it (2§3). */
export function presentMessage(row: MessageRow, context: Pick<RequestContext, 'language' | 'wording'>): Message {
  const { notice } = row.most_recent as { notice?: StoredNotice }
  return {
    id: row.id,
    type: row.type,
    unread_count: row.unread_count,
    item_name: row.item_name,
    item_time: seconds(row.created_at),
    modified_at: seconds(row.modified_at),
    sender_name: row.sender_name ?? '',
    include_current_user: false,
    object_typed_id: row.object_typed_id,
    most_recent_message: { notice: notice ? presentNotice(notice, context) : null },
  }
}

/** Written before names were kept, a failure has none. */
function presentNotice(
  { action, state, count = 0, folder = '', code, params }: StoredNotice,
  { language, wording }: Pick<RequestContext, 'language' | 'wording'>,
) {
  return {
    action,
    state,
    count,
    folder_name: folder,
    reason: code === undefined ? '' : wordError(code, language, wording, params),
  }
}

function seconds(at: Date) {
  return Math.floor(at.getTime() / 1000)
}
