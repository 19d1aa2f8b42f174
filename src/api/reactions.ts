import type { ErrorCode, Errors } from '@/contract/errors'
import type { Message } from './Message'
import type { Failure } from './readFailure'

/** What a failure makes the app do, unless the call accepts it. */
export type Reaction =
  /** The message in an alert; afterwards the user is led to `redirect`, where the server names one. */
  | { kind: 'alert'; message: Message; redirect?: string }
  /** The message with an offer to try once more. */
  | { kind: 'retry'; message: Message }
  /** To sign-in and back; `notice` is told before. */
  | { kind: 'signIn'; notice?: Message }
  /** To the page of the security settings. */
  | { kind: 'security' }
  | { kind: 'none' }

/** Codes that lead the user somewhere, wherever they stand in the answer, and places that do, whatever code stands there (1§8). All others alert. */
const leading: Partial<Record<ErrorCode | keyof Errors, 'signIn' | 'security'>> = {
  login_expired: 'signIn',
  security_check_failed: 'signIn',
  action_need_login: 'signIn',
  force_two_step: 'security',
}

/** By HTTP status (1§8); any other one reads as 500. */
const statusReactions: Record<number, Reaction> = {
  401: { kind: 'signIn', notice: { key: 'failure.sessionExpired' } },
  403: { kind: 'alert', message: { key: 'failure.http403' } },
  404: { kind: 'alert', message: { key: 'failure.http404' } },
  500: { kind: 'alert', message: { key: 'failure.http500' } },
  502: { kind: 'retry', message: { key: 'failure.http502' } },
  504: { kind: 'alert', message: { key: 'failure.http504' } },
}

/** What a failure makes the app do (1§8, ERR-01, ERR-02). */
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

/** The words of a failure, for a screen that shows it itself. */
export function messageOf(failure: Failure): Message {
  if (failure.kind === 'refused') return { text: failure.entry.error_tr_msg }
  const reaction = reactionTo(failure)
  if ('message' in reaction) return reaction.message
  return reaction.kind === 'signIn' && reaction.notice ? reaction.notice : { key: 'failure.unknown' }
}

function reactionToRefusal({ key, entry }: Extract<Failure, { kind: 'refused' }>): Reaction {
  const kind = leading[entry.error_code] ?? leading[key]
  if (kind) return { kind }
  return {
    kind: 'alert',
    message: { text: entry.error_tr_msg },
    ...(entry.redirect ? { redirect: entry.redirect } : {}),
  }
}
