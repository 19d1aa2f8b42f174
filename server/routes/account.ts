import type { accountCalls } from '@/contract/account'
import type { Dependencies } from '../dependencies'
import { userOf, requireUser, type Handlers } from '../http/handler'
import { renewedTokens } from '../http/sessionCookies'
import { presentSession } from '../presenters/presentSession'
import { endOtherSessions, endSession, ownSessions } from '../services/ownSessions'
import { changePassword } from '../services/passwords'

/** What users do with their own account: the password, and the sessions that are open. */
export function accountRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'config'>,
): Handlers<typeof accountCalls> {
  return {
    'POST /apps/users/password': async (context, { password, new_password }, request, reply) => {
      const user = userOf(context)
      const { ended, ...token } = await changePassword(ports, user, password, new_password)
      return { ...renewedTokens(ports, user.session, token, request, reply), ended }
    },

    'GET /apps/users/sessions': requireUser(async (user) => {
      const { sessions, mayReadAudit, mayBrand } = await ownSessions(ports, user)
      return {
        sessions: sessions.map((row) => presentSession(row, user.session.id)),
        may_read_audit: mayReadAudit,
        may_brand: mayBrand,
      }
    }),

    'POST /apps/users/sessions/end': requireUser(async (user, { session_id }) => {
      await endSession(ports, user, session_id)
      return {}
    }),

    'POST /apps/users/sessions/end_others': requireUser(async (user) => ({
      ended: await endOtherSessions(ports, user),
    })),
  }
}
