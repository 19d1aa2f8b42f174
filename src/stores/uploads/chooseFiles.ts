import type { Api } from '@/api/Api'
import type { PickedFile, PickSource, Platform } from '@/platform/Platform'
import { PrivacyUndeclared } from '@/platform/privacyFailures'
import { ActionLog } from '@/stores/app/ActionLog'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import { reportError } from '@/stores/app/reportError'
import { isPickFailure, pickMessage } from './uploadFaults'

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  platform: Pick<Platform, 'clock' | 'pickFiles'>
}

/** The files that the user picks; none if the user closes the picker or the phone fails, which is reported. */
export async function chooseFiles(
  { api, feedback, platform }: Dependencies,
  source: PickSource,
  maximum: number,
): Promise<PickedFile[]> {
  try {
    return await platform.pickFiles(source, maximum)
  } catch (error) {
    if (error instanceof PrivacyUndeclared) new ActionLog(api).privacyUndeclared(error)
    if (!isPickFailure(error)) reportError(platform.clock, error)
    void feedback.alert(pickMessage(error))
    return []
  }
}
