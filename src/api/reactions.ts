import type { ErrorCode, Errors } from '@/contract/errors'
import type { Message } from './Message'
import type { Failure } from './readFailure'

/** The app's reaction to a failure, unless the caller handles it. */
export type Reaction =
  /** Shows the message in an alert, then leads the user to `redirect` if the server sent one. */
  | { kind: 'alert'; message: Message; redirect?: string }
  /** Shows the message and offers a retry. */
  | { kind: 'retry'; message: Message }
  /** Leads to sign-in and back, after showing `notice`. */
  | { kind: 'signIn'; notice?: Message }
  /** Leads to the security settings. */
  | { kind: 'security' }
  | { kind: 'none' }

/** The error codes, and the keys of `errors`, that lead the user to another page (1§8). All others show an alert. */
const leading: Partial<Record<ErrorCode | keyof Errors, 'signIn' | 'security'>> = {
  login_expired: 'signIn',
  security_check_failed: 'signIn',
  action_need_login: 'signIn',
  force_two_step: 'security',
}

/** By HTTP status (1§8); other statuses react like 500. */
const statusReactions: Record<number, Reaction> = {
  401: { kind: 'signIn', notice: { key: 'failure.sessionExpired' } },
  403: { kind: 'alert', message: { key: 'failure.http403' } },
  404: { kind: 'alert', message: { key: 'failure.http404' } },
  500: { kind: 'alert', message: { key: 'failure.http500' } },
  502: { kind: 'retry', message: { key: 'failure.http502' } },
  504: { kind: 'alert', message: { key: 'failure.http504' } },
}

/** The reaction to a failure (1§8, ERR-01, ERR-02). */
export function reactionTo(failure: Failure): Reaction {
  switch (failure.kind) {
    case 'refused':
      return reactionToRefusal(failure)
    case 'status':
      return statusReactions[failure.status] ?? statusReactions[500]!
    case 'network':
      return { kind: 'alert', message: { key: 'failure.network' } }
    case 'noResponse':
      return { kind: 'alert', message: { key: 'failure.timeout' } }
    case 'canceled':
      return { kind: 'none' }
  }
}

/** The message of a failure, for a screen that shows it itself. */
export function messageOf(failure: Failure): Message {
  if (failure.kind === 'refused') return { text: failure.entry.error_tr_msg }
  const reaction = reactionTo(failure)
  if ('message' in reaction) return reaction.message
  return reaction.kind === 'signIn' && reaction.notice ? reaction.notice : { key: 'failure.unknown' }
}

function reactionToRefusal({ key, entry }: Extract<Failure, { kind: 'refused' }>): Reaction {
  const kind = leading[entry.error_code] ?? leading[key]
  // The page of sign-in cannot say why the session ended.
  if (kind === 'signIn' && entry.error_code === 'account_deactivated')
    return { kind, notice: { text: entry.error_tr_msg } }
  if (kind) return { kind }
  return {
    kind: 'alert',
    message: { text: entry.error_tr_msg },
    ...(entry.redirect ? { redirect: entry.redirect } : {}),
  }
}
