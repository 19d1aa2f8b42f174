import type { Reactor } from '@/api/Api'
import type { ApiFailure } from '@/api/ApiFailure'
import { safeRedirect } from '@/domain/session/redirect'
import type { Navigator } from '@/platform/Platform'
import type { FeedbackStore } from '@/stores/shell/FeedbackStore'
import type { SessionStore } from './SessionStore'

interface Dependencies {
  feedback: FeedbackStore
  session: Pick<SessionStore, 'signInAgain'>
  navigate: Pick<Navigator, 'push' | 'resume'>
}

/** Does what the table of reactions says about a failure (ERR-01, ERR-02). */
export function createReactor({ feedback, session, navigate }: Dependencies): Reactor {
  const alertAndLead = async (
    message: Parameters<FeedbackStore['alert']>[0],
    failure: ApiFailure,
    redirect?: string,
  ) => {
    await feedback.alert(message, detailOf(failure))
    const target = safeRedirect(redirect, '')
    if (target !== '') await navigate.resume(target)
  }
  return async (reaction, failure, quiet) => {
    switch (reaction.kind) {
      case 'signIn':
        return (await session.signInAgain(reaction.notice)) ? 'repeat' : 'giveUp'
      case 'security':
        await navigate.push({ page: 'security' })
        return 'giveUp'
      case 'retry': {
        if (quiet) return 'giveUp'
        const again = await feedback.confirm(reaction.message, {
          confirm: { key: 'action.retry' },
          ...detailOf(failure),
        })
        return again ? 'repeat' : 'giveUp'
      }
      case 'alert':
        if (!quiet) void alertAndLead(reaction.message, failure, reaction.redirect)
        return 'giveUp'
      case 'none':
        return 'giveUp'
    }
  }
}

function detailOf({ requestId, status = 0 }: ApiFailure) {
  return requestId !== undefined && status >= 500
    ? { detail: { key: 'failure.requestId' as const, params: { id: requestId } } }
    : {}
}
