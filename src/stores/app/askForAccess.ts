import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { SessionContext } from '@/api/SessionContext'
import type { Request } from '@/contract/api'
import type { FeedbackStore } from './FeedbackStore'

/** code points of the word to those who decide */
export const ASK_MAX_LENGTH = 200

/** What the user asks for. */
export type WantedAccess = Request<'POST /apps/access_requests/create'>

/** The item, or the share link, that the user could not open. */
export type WantedItem = Pick<WantedAccess, 'item_typed_id' | 'unique_name'>

interface Dependencies {
  api: Api
  feedback: FeedbackStore
}

/** Whether the user has colleagues, who could let them in. */
export function mayAsk({ user, enterprise }: Pick<SessionContext, 'user' | 'enterprise'>): boolean {
  return user !== null && enterprise !== null && !enterprise.is_personal_user_enterprise
}

/** Asks for access (AH-50). @returns whether the request was sent; whether it reaches anybody stays unknown, and so does whether the item exists */
export async function askForAccess({ api }: Pick<Dependencies, 'api'>, wanted: WantedAccess): Promise<boolean> {
  return (await answerOrNull(api.call('POST /apps/access_requests/create', wanted))) !== null
}

/** Shows why an item did not open, with a button that asks for access. */
export async function offerAccess(deps: Dependencies, wanted: WantedItem, why: Message): Promise<void> {
  const { feedback } = deps
  const wants = await feedback.confirm(why, { confirm: { key: 'ask.action' }, cancel: { key: 'action.gotIt' } })
  if (wants && (await askForAccess(deps, wanted))) feedback.toast({ key: 'ask.sent' })
}

/** Says that the user lost the right to an item of a list, and offers to ask for access, where the item is a file or a folder (LIST-11, AH-50). */
export async function offerLostAccess(
  deps: Dependencies & { sessionContext: SessionContext },
  typedId: string,
): Promise<void> {
  const why = { key: 'base.noPermission' } as const
  const isItem = typedId.startsWith('file_') || typedId.startsWith('folder_')
  if (!isItem || !mayAsk(deps.sessionContext)) return deps.feedback.toast(why)
  await offerAccess(deps, { item_typed_id: typedId as `file_${number}` }, why)
}
