import type { messageCalls } from '@/contract/messages/messages'
import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { presentMessage, senderOf } from '../../presenters/messages'
import {
  markMessagesRead,
  messagesOf,
  removeMessages,
  undeleteMessages,
  unreadCount,
} from '../../services/messages/centre'
import { pictureAddresses } from '../../services/session/userPictures'

export function messageRoutes(ports: Pick<Dependencies, 'db' | 'clock' | 'sign'>): Handlers<typeof messageCalls> {
  const { db } = ports
  const unread = async (actor: UserActor) => ({ total_unread_message_count: await unreadCount(db, actor) })
  return {
    'GET /apps/messages/get_list': requireUser(async (context, input) => {
      const { page_number: page = 1, types: filter, folded: isFolded, thread_of: threadOf } = input
      const { rows, pageCount } = await messagesOf(ports, context.actor, { page, filter, isFolded, threadOf })
      const senders = isFolded ? rows.flatMap((row) => senderOf(row)?.id ?? []) : []
      const faces = await pictureAddresses(ports, context.actor, senders)
      return {
        messages: rows.map((row) => presentMessage(row, context, faces)),
        page_number: page,
        page_count: pageCount,
        ...(await unread(context.actor)),
      }
    }),

    'POST /apps/messages/mark_read': requireUser(
      async ({ actor }, { message_ids: ids, types: filter, folded: isFolded }) => {
        await markMessagesRead(db, actor, { ids, isFolded, filter })
        return unread(actor)
      },
    ),

    'POST /apps/messages/delete': requireUser(async ({ actor }, { message_ids: ids, folded: isFolded }) => {
      await removeMessages(ports, actor, { ids, isFolded })
      return unread(actor)
    }),

    'POST /apps/messages/restore': requireUser(async ({ actor }, { message_ids: ids, folded: isFolded }) => {
      await undeleteMessages(db, actor, { ids, isFolded })
      return unread(actor)
    }),
  }
}
