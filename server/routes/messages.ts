import type { messageCalls } from '@/contract/messages'
import type { Dependencies } from '../dependencies'
import { invalidRequest } from '../errors'
import { presentMessage } from '../presenters/presentMessage'
import { deleteMessages, messagesPage, readMessages, restoreMessages, unreadMessages } from '../queries/messages'
import type { UserActor } from '../actor'
import { requireUser, type Handlers } from '../http/handler'

/** The message centre. Messages that are not the user's, or are no more, are passed over without a word (decisions 54). */
export function messageRoutes({ db, clock }: Dependencies): Handlers<typeof messageCalls> {
  const unread = async ({ user }: UserActor) => ({ total_unread_message_count: await unreadMessages(db, user.id) })
  return {
    'GET /apps/messages/get_list': requireUser(async (context, { page_number: page = 1, types: filter }) => {
      const { rows, pageCount } = await messagesPage(db, context.actor.user.id, { page, filter })
      return {
        messages: rows.map((row) => presentMessage(row, context)),
        page_number: page,
        page_count: pageCount,
        ...(await unread(context.actor)),
      }
    }),

    'POST /apps/messages/mark_read': requireUser(async ({ actor }, { message_ids: ids, types: filter }) => {
      if (ids !== undefined) await readMessages(db, actor.user.id, { ids })
      else if (filter !== undefined) await readMessages(db, actor.user.id, { filter })
      else throw invalidRequest('message_ids')
      return unread(actor)
    }),

    'POST /apps/messages/delete': requireUser(async ({ actor }, { message_ids: ids }) => {
      await deleteMessages(db, actor.user.id, ids, clock())
      return unread(actor)
    }),

    'POST /apps/messages/restore': requireUser(async ({ actor }, { message_ids: ids }) => {
      await restoreMessages(db, actor.user.id, ids)
      return unread(actor)
    }),
  }
}
