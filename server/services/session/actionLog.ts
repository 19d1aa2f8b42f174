import type { Request } from '@/contract/api'
import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { logAction } from '../../queries/session/actions'

type Action = Request<'POST /apps/logs/action'>

/** ms between two warnings of the same kind, because every user's phone reports the same problem */
const WARN_INTERVAL = 3_600_000

/** Returns a function that stores client reports about uploads and previews. It warns about problems that only the administrator can fix. */
export function actionRecorder({ db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>) {
  let quietUntil = 0

  function warn(action: Action, now: number) {
    if (action.action !== 'privacy_undeclared' || now < quietUntil) return
    quietUntil = now + WARN_INTERVAL
    log.warn(
      { api: action.additional_info?.api },
      'WeChat denies an interface to all users of the mini-program. Declare the interface in the privacy guide of WeChat’s console (docs/deploy.md)',
    )
  }

  return async function recordAction({ user }: UserActor, action: Action): Promise<void> {
    const now = clock()
    await logAction(db, user.id, action, now)
    warn(action, now.getTime())
  }
}
