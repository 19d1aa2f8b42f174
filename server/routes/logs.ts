import type { logCalls } from '@/contract/logs'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import { recordAction } from '../services/actionLog'

/** What clients tell about uploads and previews. */
export function logRoutes(ports: Pick<Dependencies, 'db' | 'clock'>): Handlers<typeof logCalls> {
  return {
    'POST /apps/logs/action': requireUser(async ({ actor }, action) => {
      await recordAction(ports, actor, action)
      return {}
    }),
  }
}
