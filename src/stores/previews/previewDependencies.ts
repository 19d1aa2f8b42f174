import type { Api } from '@/api/Api'
import type { SessionContext } from '@/api/SessionContext'
import type { Platform } from '@/platform/Platform'
import type { ChangesBus } from '@/stores/items/lists/ChangesBus'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

export interface PreviewDependencies {
  api: Api
  changes: ChangesBus
  sessionContext: SessionContext
  feedback: FeedbackStore
  platform: Pick<Platform, 'can' | 'clock' | 'openDocument'>
  /** Another site shows the preview in a frame. */
  isOpenPreview?: true
  /** Describes most failures only as "no preview" (decisions 3.19), and closes without a message. */
  isBrief?: boolean
  /** Set on the page of a share link, whose visitors cannot ask for its items. */
  link?: unknown
}
