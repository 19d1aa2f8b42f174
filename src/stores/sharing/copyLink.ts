import type { Api } from '@/api/Api'
import type { Message } from '@/api/Message'
import { CopyFailed, PrivacyRefused, PrivacyUndeclared, type Platform } from '@/platform/Platform'
import { ActionLog } from '@/stores/shell/ActionLog'
import type { FeedbackStore } from '@/stores/shell/FeedbackStore'
import { reportError } from '@/stores/shell/reportError'

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  platform: Pick<Platform, 'can' | 'clock' | 'copyText'>
}

/**
 * Puts what leads to a link on the clipboard, within the user's tap: nothing is awaited before (AH-08). Says so only when it is there.
 * @param done what is told then, where the phone says nothing itself
 * @param byHand shows the text to select and copy, where there is no clipboard (SHARE-11)
 */
export async function copyLink(
  { api, feedback, platform }: Dependencies,
  text: string,
  done: Message,
  byHand: (text: string) => void,
): Promise<void> {
  try {
    await platform.copyText(text)
    if (!platform.can.announcesCopy) feedback.toast(done)
  } catch (error) {
    if (error instanceof PrivacyRefused) return feedback.toast({ key: 'share.refused' })
    if (error instanceof PrivacyUndeclared) {
      new ActionLog(api).privacyUndeclared(error)
      return feedback.toast({ key: 'privacy.undeclared' })
    }
    if (!(error instanceof CopyFailed)) reportError(platform.clock, error)
    byHand(text)
  }
}
