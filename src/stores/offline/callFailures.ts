import { ApiFailure } from '@/api/ApiFailure'
import type { ErrorCode } from '@/contract/errors'

/** The codes by which the server says that an item is not, or no longer, there for this user. */
const withdrawn: readonly ErrorCode[] = [
  'item_not_found',
  'item_is_deleted',
  'permission_denied',
  'enterprise_expired',
  'personal_space_closed',
]
/** The codes that lead to another page first. */
const leading: readonly ErrorCode[] = [
  'login_expired',
  'account_deactivated',
  'security_check_failed',
  'action_need_login',
  'force_two_step',
]

/** The server refused because the item is gone or the right has ended. */
export function isWithdrawn(error: unknown): boolean {
  return error instanceof ApiFailure && error.code !== undefined && withdrawn.includes(error.code)
}

/** The server's words of a final refusal; null where a later attempt may succeed. @throws other errors */
export function refusalText(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) throw error
  const { failure } = error
  if (failure.kind !== 'refused' || leading.includes(failure.entry.error_code)) return null
  return failure.entry.error_tr_msg
}
