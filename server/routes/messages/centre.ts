import type { messageCalls } from '@/contract/messages/messages'
import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { presentMessage } from '../../presenters/messages'
import {
  markMessagesRead,
  messagesOf,
  removeMessages,
  undeleteMessages,
  unreadCount,
} from '../../services/messages/centre'

export function messageRoutes(ports: Pick<Dependencies, 'db' | 'clock'>): Handlers<typeof messageCalls> {
  const { db } = ports
  const unread = async (actor: UserActor) => ({ total_unread_message_count: await unreadCount(db, actor) })
  return {
    'GET /apps/messages/get_list': requireUser(async (context, { page_number: page = 1, types: filter }) => {
      const { rows, pageCount } = await messagesOf(ports, context.actor, { page, filter })
      return {
        messages: rows.map((row) => presentMessage(row, context)),
        page_number: page,
        page_count: pageCount,
        ...(await unread(context.actor)),
      }
    }),

    'POST /apps/messages/mark_read': requireUser(async ({ actor }, { message_ids: ids, types: filter }) => {
      await markMessagesRead(db, actor, { ids, filter })
      return unread(actor)
    }),

    'POST /apps/messages/delete': requireUser(async ({ actor }, { message_ids: ids }) => {
      await removeMessages(ports, actor, ids)
      return unread(actor)
    }),

    'POST /apps/messages/restore': requireUser(async ({ actor }, { message_ids: ids }) => {
      await undeleteMessages(db, actor, ids)
      return unread(actor)
    }),
  }
}
