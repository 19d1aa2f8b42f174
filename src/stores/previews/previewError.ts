import type { ApiFailure } from '@/api/ApiFailure'
import { codeOf } from '@/api/readFailure'
import type { Message } from '@/api/Message'
import type { ErrorCode } from '@/contract/errors'
import { isReportedBriefly, type PreviewError } from '@/domain/previews/generation'

/** Both say that the file was deleted; only other servers send the second (1§8). */
const gone: readonly ErrorCode[] = ['item_is_deleted', 'preview_access_permission_denied']

/** What a failed call about a file's content means for its preview. */
export function previewErrorOf({ failure }: ApiFailure): PreviewError {
  if (failure.kind === 'network' || failure.kind === 'noResponse') return 'network_error'
  const code = codeOf(failure)
  if (code === 'permission_denied') return code
  return code !== undefined && gone.includes(code) ? 'file_deleted' : 'unknown'
}

/** The error shown in place of the preview: a retry is possible, or a link has no previews left. null: there is nothing to show. */
export function shownPreviewError({ failure, code }: ApiFailure): PreviewError | null {
  if (failure.kind === 'network' || failure.kind === 'noResponse') return 'network_error'
  const isUsedUp = code === 'share_link_preview_limited' || code === 'share_link_preview_download_limited'
  return isUsedUp ? 'share_link_preview_download_limited' : null
}

/** The words for why there is no preview; null where only its absence is said (decisions 3.19). */
export function wordKeyOf(reason: PreviewError, isBrief = false): Message<'preview'> | null {
  return isBrief && isReportedBriefly(reason) ? null : { key: `preview.reason.${reason}` }
}
