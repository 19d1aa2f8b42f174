import type { ApiFailure } from '@/api/ApiFailure'
import { codeOf } from '@/api/readFailure'
import type { PreviewTrouble } from '@/domain/preview/generation'

/** What a failed call about a file's content says of its preview. */
export function troubleOf({ failure }: ApiFailure): PreviewTrouble {
  if (failure.kind === 'network' || failure.kind === 'noResponse') return 'network_error'
  const code = codeOf(failure)
  if (code === 'permission_denied') return code
  return code === 'item_is_deleted' ? 'file_deleted' : 'unknown'
}

/** Whether the link has no previews left, or nothing at all (1§8). */
export function isUsedUp({ code }: ApiFailure): boolean {
  return code === 'share_link_preview_limited' || code === 'share_link_preview_download_limited'
}
