import type { Message } from '@/api/Message'
import type { AppStore } from '@/stores/app/AppStore'
import { outcomeOf } from './copyAs'

/**
 * Puts what leads to a link on the clipboard, within the user's tap: nothing is awaited before (AH-08). Says so only when it is there.
 * @param done what is told then, where the phone says nothing itself
 * @param byHand shows the text to select and copy, where there is no clipboard (SHARE-11)
 */
export async function copyLink(
  app: Pick<AppStore, 'api' | 'feedback' | 'platform'>,
  text: string,
  done: Message,
  byHand: (text: string) => void,
): Promise<void> {
  const { feedback, platform } = app
  const outcome = await outcomeOf(app, platform.copyText(text))
  if (outcome === 'failed') byHand(text)
  else if (outcome !== 'copied') feedback.toast({ key: outcome === 'refused' ? 'share.refused' : 'privacy.undeclared' })
  else if (!platform.can.announcesCopy) feedback.toast(done)
}
