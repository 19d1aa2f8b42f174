import type { UserGuideSettings } from '@/contract/session/clientSettings'

/** Hints about the computer version (`sync`), uploading from the phone, and signing out (1§2, 1§3). */
export type Guide = 'sync' | 'upload' | 'logout'

/** The setting that switches a guide off. */
export const guideSettings = {
  sync: 'user_guide_h5_sync',
  upload: 'user_guide_h5_upload',
  logout: 'user_guide_h5_logout',
} as const satisfies Record<Guide, keyof UserGuideSettings>

export interface GuidePlace {
  /** `own` is only the root of the own space. Folders below it have the space `folder`. */
  space: string
  canUpload: boolean
  isFromWeChat: boolean
}

/**
 * The guide of a place, among those that are on. The frequent space, where users arrive, shows the guide `sync` first, and `logout` at a later visit.
 * Places with an
 * upload button show upload; in an enterprise from WeChat only the root of the own space does, in WeChat's wording (decisions 34).
 */
export function guideOf({ space, canUpload, isFromWeChat }: GuidePlace, isOn: (guide: Guide) => boolean): Guide | null {
  const isOwnRoot = space === 'own'
  const candidates: Guide[] =
    space === 'frequent' ? ['sync', 'logout'] : canUpload && (isOwnRoot || !isFromWeChat) ? ['upload'] : []
  return candidates.find(isOn) ?? null
}
