import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { ErrorCode } from '@/contract/errors'

/** Refusals of what is asked again before something of the account is changed; the form shows them. */
export const passwordFaults: ErrorCode[] = ['wrong_password', 'login_too_often']

/** The words of a failed call, its code, and the field of the form that it is about. Throws what is no failed call. */
export function faultOf(error: unknown): { message: Message; code?: ErrorCode; field?: string } {
  if (!(error instanceof ApiFailure)) throw error
  const { failure, code } = error
  return {
    message: messageOf(failure),
    ...(code && { code }),
    ...(failure.kind === 'refused' && failure.entry.field ? { field: failure.entry.field } : {}),
  }
}
