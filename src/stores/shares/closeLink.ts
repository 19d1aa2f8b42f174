import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { ShareLink } from '@/contract/shares/shares'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import { offerUndo } from '@/stores/app/offerUndo'
import type { LinkChanges } from './LinkChanges'

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  linkChanges: LinkChanges
}

export function askToClose({ feedback }: Pick<Dependencies, 'feedback'>): Promise<boolean> {
  return feedback.confirm(
    { key: 'link.closeText' },
    { title: { key: 'link.closeTitle' }, confirm: { key: 'link.close' }, isDanger: true },
  )
}

/** Closes a link and notifies every list; can be undone for 6 s (AH-09). The app shows a refusal. */
export async function closeLink(
  deps: Dependencies,
  id: number,
  undo: () => Promise<void> = () => reopenLink(deps, id),
): Promise<void> {
  const { api, feedback, linkChanges } = deps
  const answer = await answerOrNull(api.call('POST /apps/share_links/close', { share_link_ids: [id] }))
  const [link] = answer?.share_links ?? []
  if (!link) return
  linkChanges.announceReplaced(link)
  offerUndo(feedback, { key: 'link.closed' }, undo)
}

/** Reopens a link as far as the user may, and notifies every list. The app shows a refusal. */
export async function reopenLink({ api, feedback, linkChanges }: Dependencies, id: number): Promise<void> {
  const answer = await answerOrNull(api.call('POST /apps/share_links/reopen', { share_link_id: id }))
  if (!answer) return
  linkChanges.announceReplaced(answer.share_link)
  feedback.toast({ key: reopenedWord(answer.share_link) })
}

/** A link stays closed if the other side closed it as well. */
function reopenedWord({ closed, closed_by_administrator: byAdministrator }: ShareLink) {
  if (byAdministrator !== null) return 'link.stillClosed.administrator'
  return closed === null ? 'link.reopened' : 'link.stillClosed.maker'
}
