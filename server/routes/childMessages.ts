import type { childMessageCalls } from '@/contract/childMessages'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import { markChildrenRead, removeChildren } from '../services/childMessages'
import { unreadCount } from '../services/messages'

/** What messages consist of. */
export function childMessageRoutes({ db }: Pick<Dependencies, 'db'>): Handlers<typeof childMessageCalls> {
  return {
    'POST /apps/messages/child_messages_mark_read': requireUser(async ({ actor }, { child_message_ids, type }) => {
      await markChildrenRead(db, actor, type, child_message_ids)
      return { total_unread_message_count: await unreadCount(db, actor) }
    }),

    'POST /apps/messages/child_messages_delete': requireUser(async ({ actor }, { child_message_ids, type }) => {
      await removeChildren(db, actor, type, child_message_ids)
      return { total_unread_message_count: await unreadCount(db, actor) }
    }),
  }
}
