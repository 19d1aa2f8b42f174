import { CopyFailed } from '@/platform/Platform'
import { PrivacyRefused, PrivacyUndeclared } from '@/platform/privacyFailures'
import type { AppServices } from '@/stores/app/AppServices'
import { ActionLog } from '@/stores/app/ActionLog'
import { reportError } from '@/stores/app/reportError'

/** `refused`, `undeclared`: WeChat's privacy guide prevents copying. */
export type Copied = 'copied' | 'refused' | 'undeclared' | 'failed'

/** The outcome of copying, so that success is only reported when true (AH-08). @param copying begun within the tap */
export async function outcomeOf(
  { api, platform }: Pick<AppServices, 'api' | 'platform'>,
  copying: Promise<void>,
): Promise<Copied> {
  try {
    await copying
    return 'copied'
  } catch (error) {
    if (error instanceof PrivacyRefused) return 'refused'
    if (error instanceof PrivacyUndeclared) {
      new ActionLog(api).privacyUndeclared(error)
      return 'undeclared'
    }
    if (!(error instanceof CopyFailed)) reportError(platform.clock, error)
    return 'failed'
  }
}
