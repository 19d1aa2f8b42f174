import type { Message } from '@/api/Message'
import type { AppServices } from '@/stores/app/AppServices'
import { outcomeOf } from './copyAs'

/**
 * Copies a link's text to the clipboard. Within the user's tap: awaits nothing before (AH-08). Reports success only when the text is there.
 * @param done shown on success, where the phone itself shows nothing
 * @param byHand shows the text to select and copy, where there is no clipboard (SHARE-11)
 */
export async function copyLink(
  app: Pick<AppServices, 'api' | 'feedback' | 'platform'>,
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
