import type { logCalls } from '@/contract/logs'
import type { Dependencies } from '../dependencies'
import { logAction } from '../queries/actions'
import { requireUser, type Handlers } from '../http/handler'

/** What clients tell about uploads and previews. */
export function logRoutes({ db, clock }: Dependencies): Handlers<typeof logCalls> {
  return {
    'POST /apps/logs/action': requireUser(async ({ actor }, action) => {
      await logAction(db, actor.user.id, action, clock())
      return {}
    }),
  }
}
