import type { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf, reactionTo } from '@/api/reactions'
import type { UploadFault } from '@/domain/uploads/uploads'
import { PickFailed } from '@/platform/fileFailures'
import { PrivacyRefused, PrivacyUndeclared } from '@/platform/privacyFailures'

/** Words for a file that the phone can no longer read: it was changed, moved or deleted after the choice. */
export const unreadableWords: Message = { key: 'upload.fault.changed' }

const faultWords: Record<Exclude<UploadFault, 'refused'>, Message> = {
  network: { key: 'upload.fault.network' },
  loginExpired: { key: 'upload.fault.loginExpired' },
  noPermission: { key: 'upload.fault.noPermission' },
  unreadable: unreadableWords,
  unknown: { key: 'upload.fault.unknown' },
}

/** Whether the phone, or its user, provided no files. */
export function isPickFailure(error: unknown): boolean {
  return error instanceof PickFailed || error instanceof PrivacyRefused || error instanceof PrivacyUndeclared
}

/** Why the phone provided no files. */
export function pickMessage(error: unknown): Message {
  if (error instanceof PrivacyUndeclared) return { key: 'privacy.undeclared' }
  return { key: error instanceof PrivacyRefused ? 'privacy.refused' : 'upload.fault.unknown' }
}

/** The kind of an upload's failure (1§8, upload errors). */
export function faultOf(error: ApiFailure): UploadFault {
  const { failure } = error
  if (reactionTo(failure).kind === 'signIn') return 'loginExpired'
  if (failure.kind === 'network' || failure.kind === 'noResponse') return 'network'
  if (failure.kind !== 'refused') return 'unknown'
  return failure.key === 'permission_denied' ? 'noPermission' : 'refused'
}

/** The words of an upload's failure: its own, or the server's where those say more. */
export function faultMessage(fault: UploadFault, error: ApiFailure | null): Message {
  if (fault !== 'refused') return faultWords[fault]
  return error ? messageOf(error.failure) : faultWords.unknown
}
