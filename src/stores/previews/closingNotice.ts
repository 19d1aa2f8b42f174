import type { Api } from '@/api/Api'
import type { ApiFailure } from '@/api/ApiFailure'
import { messageOf } from '@/api/reactions'
import type { SessionContext } from '@/api/SessionContext'
import { mayAsk, offerAccess } from '@/stores/app/askForAccess'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

interface Dependencies {
  api: Api
  sessionContext: SessionContext
  feedback: FeedbackStore
  /** Set on the page of a share link, whose visitors cannot ask for its items. */
  link?: unknown
}

/**
 * Shows why a preview closed. Offers to ask for access to a file that was never shown, because it may never have been opened to the user (AH-50).
 * @param wasShown whether the user has seen the file
 */
export function closingNotice(
  deps: Dependencies,
  fileId: number,
  { failure, code }: ApiFailure,
  wasShown: boolean,
): () => void {
  const why = messageOf(failure)
  const offers = code === 'item_not_found' && !wasShown && deps.link === undefined && mayAsk(deps.sessionContext)
  if (!offers) return () => void deps.feedback.alert(why)
  return () => void offerAccess(deps, { item_typed_id: `file_${fileId}` }, why)
}
