import type { childMessageCalls } from '@/contract/messages/childMessages'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { presentChild } from '../../presenters/members'
import { markChildrenRead, removeChildren } from '../../services/messages/children'
import { invitationsIn } from '../../services/members/notices'
import { unreadCount } from '../../services/messages/centre'

/** Child messages. */
export function childMessageRoutes({
  db,
  clock,
}: Pick<Dependencies, 'db' | 'clock'>): Handlers<typeof childMessageCalls> {
  return {
    'GET /apps/messages/child_messages_list': requireUser(
      async ({ actor }, { message_id: messageId, page_number: page = 1 }) => {
        const { rows, pageCount } = await invitationsIn(db, actor, messageId, page)
        const now = clock()
        return {
          child_messages: rows.map((row) => presentChild(row, now)),
          page_number: page,
          page_count: pageCount,
        }
      },
    ),

    'POST /apps/messages/child_messages_mark_read': requireUser(async ({ actor }, { type, child_message_ids: ids }) => {
      await markChildrenRead(db, actor, type, ids)
      return { total_unread_message_count: await unreadCount(db, actor) }
    }),

    'POST /apps/messages/child_messages_delete': requireUser(async ({ actor }, { type, child_message_ids: ids }) => {
      await removeChildren(db, actor, type, ids)
      return { total_unread_message_count: await unreadCount(db, actor) }
    }),
  }
}
