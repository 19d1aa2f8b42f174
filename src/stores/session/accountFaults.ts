import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { ErrorCode } from '@/contract/errors'

/** Refusals of the password or code that confirms a change of the account; the form shows them. */
export const passwordFaults: ErrorCode[] = ['wrong_password', 'login_too_often']

/** The words of a failed call, its code, and its field of the form. Throws any other error. */
export function faultOf(error: unknown): { message: Message; code?: ErrorCode; field?: string } {
  if (!(error instanceof ApiFailure)) throw error
  const { failure, code } = error
  return {
    message: messageOf(failure),
    ...(code && { code }),
    ...(failure.kind === 'refused' && failure.entry.field ? { field: failure.entry.field } : {}),
  }
}
