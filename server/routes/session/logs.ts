import type { logCalls } from '@/contract/session/actionLogs'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { actionRecorder } from '../../services/session/actionLog'

/** Reports of clients: about uploads, about previews, and about interfaces that WeChat refuses. */
export function logRoutes(ports: Pick<Dependencies, 'db' | 'clock' | 'log'>): Handlers<typeof logCalls> {
  const recordAction = actionRecorder(ports)
  return {
    'POST /apps/logs/action': requireUser(async ({ actor }, action) => {
      await recordAction(actor, action)
      return {}
    }),
  }
}
