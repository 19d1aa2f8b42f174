import type { Request } from '@/contract/api'
import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { logAction } from '../../queries/session/actions'

type Action = Request<'POST /apps/logs/action'>

/** ms between two warnings of the same kind: every user's phone tells it */
const QUIET = 3_600_000

/** Keeps what a client tells about an upload or a preview; warns the administrator of what only they can mend. */
export function actionRecorder({ db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>) {
  let quietUntil = 0

  function warn(action: Action, now: number) {
    if (action.action !== 'privacy_undeclared' || now < quietUntil) return
    quietUntil = now + QUIET
    log.warn(
      { api: action.additional_info?.api },
      'WeChat refuses an interface to every user of the mini-program: declare it in the privacy guide of its console, see docs/deploy.md',
    )
  }

  return async function recordAction({ user }: UserActor, action: Action): Promise<void> {
    const now = clock()
    await logAction(db, user.id, action, now)
    warn(action, now.getTime())
  }
}
