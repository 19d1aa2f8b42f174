import type { logCalls } from '@/contract/logs'
import type { Dependencies } from '../dependencies'
import { logAction } from '../queries/actions'
import { member, type Handlers } from './handler'

/** What clients tell about uploads and previews. */
export function logRoutes({ db, clock }: Dependencies): Handlers<typeof logCalls> {
  return {
    'POST /apps/logs/action': member(async ({ signedIn }, action) => {
      await logAction(db, signedIn.user.id, action, clock())
      return {}
    }),
  }
}
