import type { UserGuideSettings } from '@/contract/session/clientSettings'

/** That the drive is on a computer, too; how the phone's files get here; where to sign out (1§2, 1§3). */
export type Guide = 'sync' | 'upload' | 'logout'

/** Which setting switches a guide off. */
export const guideSettings = {
  sync: 'user_guide_h5_sync',
  upload: 'user_guide_h5_upload',
  logout: 'user_guide_h5_logout',
} as const satisfies Record<Guide, keyof UserGuideSettings>

export interface GuidePlace {
  /** `own` is its root; what lies in it are folders. */
  space: string
  canUpload: boolean
  isFromWeChat: boolean
}

/**
 * The one guide that a place shows, of those that are on: in the frequent space where one arrives sync, and at a later visit logout; upload
 * wherever there is its button, in an enterprise from WeChat in the root of the own space alone, and in its words (decisions 34).
 */
export function guideOf({ space, canUpload, isFromWeChat }: GuidePlace, isOn: (guide: Guide) => boolean): Guide | null {
  const isOwnRoot = space === 'own'
  const standing: Guide[] =
    space === 'frequent' ? ['sync', 'logout'] : canUpload && (isOwnRoot || !isFromWeChat) ? ['upload'] : []
  return standing.find(isOn) ?? null
}
