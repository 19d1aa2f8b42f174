import { Type, type Static } from '@sinclair/typebox'
import { Id } from '../call'
import { openCall } from './openCall'

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Codes = Type.Array(Type.Integer({ minimum: 0, maximum: 99_999 }), { maxItems: 500 })
const Ids = Type.Array(Id, { maxItems: 500 })

/** An entry of the audit log; all values are texts. */
export const OpenLogEntry = Type.Object({
  /** seconds since 1970 */
  created: Type.String(),
  action_type: Type.Object({ id: Type.String(), name: Type.String() }),
  operator: Type.Object({ id: Type.String(), user_name: Type.String(), login: Type.String() }),
  target: Type.Object({ id: Type.String(), target_file_name: Type.String(), size: Type.String() }),
  additional_info: Type.Record(Type.String(), Type.String()),
  platform: Type.Object({ service_name: Type.String(), ip_address: Type.String() }),
})

/** An entry matches every filter that is given. The log records no reviews, and collections under no id. */
const filters = {
  action_types: Type.Optional(Codes),
  file_ids: Type.Optional(Ids),
  folder_ids: Type.Optional(Ids),
  user_ids: Type.Optional(Ids),
  /** Entries by people who belong to one of them. */
  department_ids: Type.Optional(Ids),
  review_ids: Type.Optional(Ids),
  folder_collection_ids: Type.Optional(Ids),
  emails: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 500 })),
}
const days = { start_date: Day, end_date: Day }
const entries = { user_activities: Type.Array(OpenLogEntry) }

/** Calls about the audit log of an enterprise (OAPI-06). Pages count from 1. Days begin at midnight in China. */
export const openLogCalls = {
  'POST /v2/admin/log/action_type_info': openCall(
    { action_types: Type.Optional(Codes), is_all: Type.Optional(Type.Boolean()) },
    { action_types: Type.Record(Type.String(), Type.String()) },
  ),
  'POST /v2/admin/log/log_info': openCall(
    {
      ...days,
      page_number: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
      page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 25 })),
      ...filters,
    },
    { ...entries, total_count: Type.Integer() },
  ),
  'POST /v2/admin/log/log_list': openCall(
    {
      ...days,
      page_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
      page_capacity: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 25 })),
      ...filters,
    },
    { ...entries, total_count: Type.Integer() },
  ),
  'POST /v2/admin/log/log_list_by_pagination': openCall(
    {
      date: Day,
      /** The mark of the last answer; absent or empty: the first page. */
      pagination: Type.Optional(Type.String({ maxLength: 20, pattern: '^\\d*$' })),
      page_capacity: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 25 })),
      ...filters,
    },
    /** '': there is no further page. */
    { ...entries, pagination: Type.String() },
  ),
}

export type OpenLogEntry = Static<typeof OpenLogEntry>
