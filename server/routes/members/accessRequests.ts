import type { accessRequestCalls } from '@/contract/members/accessRequests'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { decideRequest } from '../../services/members/accessDecisions'
import { AccessRequests } from '../../services/members/accessRequests'
import { unreadCount } from '../../services/messages/centre'

/** Requests for access, and their decisions (AH-50). */
export function accessRequestRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'messengers' | 'contentCheck' | 'encrypter'>,
): Handlers<typeof accessRequestCalls> {
  const requests = new AccessRequests(ports)
  return {
    'POST /apps/access_requests/create': requireUser(
      async ({ actor }, { item_typed_id: typedId, unique_name: uniqueName, role = 'viewer', message = '' }) => {
        await requests.ask(actor, { typedId, uniqueName, role, message })
        return {}
      },
    ),

    'POST /apps/access_requests/decide': requireUser(
      async ({ actor }, { access_request_id: requestId, decision, role }) => ({
        state: await decideRequest(ports, actor, { requestId, isGranted: decision === 'grant', role }),
        total_unread_message_count: await unreadCount(ports.db, actor),
      }),
    ),
  }
}
