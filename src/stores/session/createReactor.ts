import type { Reactor } from '@/api/Api'
import type { ApiFailure } from '@/api/ApiFailure'
import { safeRedirect } from '@/domain/session/redirect'
import type { Navigator } from '@/platform/Platform'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import type { SessionStore } from './SessionStore'

interface Dependencies {
  feedback: FeedbackStore
  session: Pick<SessionStore, 'signInAgain'>
  navigate: Pick<Navigator, 'push' | 'resume'>
}

/** Applies the table of reactions to a failure (ERR-01, ERR-02). */
export function createReactor({ feedback, session, navigate }: Dependencies): Reactor {
  const alertAndLead = async (
    message: Parameters<FeedbackStore['alert']>[0],
    failure: ApiFailure,
    redirect?: string,
  ) => {
    await feedback.alert(message, detailOf(failure))
    const target = safeRedirect(redirect, '')
    if (target) await navigate.resume(target)
  }
  let opening: Promise<void> | undefined
  return async (reaction, failure, quiet) => {
    switch (reaction.kind) {
      case 'signIn':
        if (await session.signInAgain(reaction.notice)) return 'repeat'
        break
      case 'security':
        // All calls of a page are refused at once; the first one opens the page.
        opening ??= navigate.push({ page: 'security' }).finally(() => {
          opening = undefined
        })
        await opening
        break
      case 'retry':
        if (
          !quiet &&
          (await feedback.confirm(reaction.message, { confirm: { key: 'action.retry' }, ...detailOf(failure) }))
        )
          return 'repeat'
        break
      case 'alert':
        if (!quiet) void alertAndLead(reaction.message, failure, reaction.redirect)
    }
    return 'giveUp'
  }
}

function detailOf({ requestId, status = 0 }: ApiFailure) {
  return requestId && status >= 500 ? { detail: { key: 'failure.requestId' as const, params: { id: requestId } } } : {}
}
