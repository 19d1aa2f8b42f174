import type { ErrorCode, Errors } from '@/contract/errors'
import type { Message } from './Message'
import type { Failure } from './readFailure'

/** What a failure makes the app do, unless the call accepts it. */
export type Reaction =
  /** The message in an alert; afterwards the user is led to `redirect`, where the server names one. */
  | { kind: 'alert', message: Message, redirect?: string }
  /** The message with an offer to try once more. */
  | { kind: 'retry', message: Message }
  /** To sign-in and back; `notice` is told before. */
  | { kind: 'signIn', notice?: Message }
  /** To the page of the security settings. */
  | { kind: 'security' }
  | { kind: 'none' }

type RefusalReaction = 'alert' | 'signIn' | 'security'

/** By code (1§8): a new code demands a decision. */
export const refusalReactions: Record<ErrorCode, RefusalReaction> = {
  login_expired: 'signIn',
  security_check_failed: 'signIn',
  action_need_login: 'signIn',
  force_two_step: 'security',
  wrong_credentials: 'alert',
  wrong_code: 'alert',
  login_too_often: 'alert',
  enterprise_expired: 'alert',
  invalid_request: 'alert',
  permission_denied: 'alert',
  item_not_found: 'alert',
  item_is_deleted: 'alert',
  item_locked: 'alert',
  item_not_in_trash: 'alert',
  target_folder_not_deleted: 'alert',
  restore_folder_without_permission: 'alert',
  external_item_parent_missing: 'alert',
  items_locked: 'alert',
  item_encrypted: 'alert',
  target_inside_itself: 'alert',
  name_empty: 'alert',
  name_too_long: 'alert',
  name_character: 'alert',
  name_end: 'alert',
  name_taken: 'alert',
  duplicate_frequently_used_item_id: 'alert',
  frequently_used_item_not_found: 'alert',
  personal_space_closed: 'alert',
  file_too_large: 'alert',
  quota_exceeded: 'alert',
  upload_length: 'alert',
  upload_address: 'alert',
  download_encrypted: 'alert',
  download_scanning: 'alert',
  download_approval: 'alert',
  download_encrypted_path: 'alert',
  download_online_document: 'alert',
  download_nothing: 'alert',
  version_extension: 'alert',
  preview_access_permission_denied: 'alert',
  server_error: 'alert',
}

/** By place in the answer, for a code that this build does not know. */
const placeReactions: Record<keyof Errors, RefusalReaction> = {
  login_expired: 'signIn',
  security_check_failed: 'signIn',
  force_two_step: 'security',
  permission_denied: 'alert',
  validation_errors: 'alert',
  external_errors: 'alert',
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
  const kind = refusalReactions[entry.error_code] ?? placeReactions[key]
  if (kind !== 'alert') return { kind }
  return { kind, message: { text: entry.error_tr_msg }, ...(entry.redirect ? { redirect: entry.redirect } : {}) }
}
