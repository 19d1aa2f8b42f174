import type { messageCalls } from '@/contract/messages'
import type { Dependencies } from '../dependencies'
import { invalidRequest } from '../errors'
import { presentMessage } from '../presenters/presentMessage'
import { deleteMessages, messagesPage, readMessages, restoreMessages, unreadMessages } from '../queries/messages'
import type { SignedIn } from '../queries/sessions'
import { member, type Handlers } from './handler'

/** The message centre. Messages that are not the user's, or are no more, are passed over without a word (decisions 54). */
export function messageRoutes({ db, clock }: Dependencies): Handlers<typeof messageCalls> {
  const unread = async ({ user }: SignedIn) => ({ total_unread_message_count: await unreadMessages(db, user.id) })
  return {
    'GET /apps/messages/get_list': member(async (visit, { page_number: page = 1, types: filter }) => {
      const { rows, pageCount } = await messagesPage(db, visit.signedIn.user.id, { page, filter })
      return {
        messages: rows.map((row) => presentMessage(row, visit)),
        page_number: page,
        page_count: pageCount,
        ...(await unread(visit.signedIn)),
      }
    }),

    'POST /apps/messages/mark_read': member(async ({ signedIn }, { message_ids: ids, types: filter }) => {
      if (ids !== undefined) await readMessages(db, signedIn.user.id, { ids })
      else if (filter !== undefined) await readMessages(db, signedIn.user.id, { filter })
      else throw invalidRequest('message_ids')
      return unread(signedIn)
    }),

    'POST /apps/messages/delete': member(async ({ signedIn }, { message_ids: ids }) => {
      await deleteMessages(db, signedIn.user.id, ids, clock())
      return unread(signedIn)
    }),

    'POST /apps/messages/restore': member(async ({ signedIn }, { message_ids: ids }) => {
      await restoreMessages(db, signedIn.user.id, ids)
      return unread(signedIn)
    }),
  }
}
