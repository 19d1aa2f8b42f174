import type { ExtensionCategory } from '@/contract/entities'
import type { PreviewMode, PreviewTrouble } from './generation'
import type { ViewerChoice } from './viewerOf'

export type { PreviewMode }

/** What a window heard, as far as it tells who spoke. */
export interface FrameWord {
  origin: string
  /** Whether the frame's own window spoke. */
  isFromFrame: boolean
  data: unknown
}

/**
 * In which mode a file is asked for: office documents of an enterprise with the WPS flag in the office frame (CTX-05), unless the user
 * switched. Only where our own viewer would show the pages is there another mode: the phone's own viewer knows none.
 */
export function modeOf(
  {
    category,
    viewer,
    isSwitched,
  }: { category: ExtensionCategory; viewer: ViewerChoice['viewer']; isSwitched: boolean },
  flags: { wps_preview: boolean },
): PreviewMode {
  const isOffice = flags.wps_preview && category === 'document' && viewer === 'pdf'
  return isOffice !== isSwitched ? 'office' : 'pages'
}

/**
 * What became of the office frame, by `{ success: true }` or `{ fail: … }` that it posted; null for all else. Only the frame itself is
 * believed, and only while it is at its own origin (1§4, PREV-10).
 */
export function frameOutcome(
  { origin, isFromFrame, data }: FrameWord,
  frameOrigin: string,
): 'shown' | PreviewTrouble | null {
  if (origin !== frameOrigin || !isFromFrame) return null
  if (typeof data !== 'object' || data === null) return null
  const { success, fail } = data as { success?: unknown; fail?: unknown }
  if (success === true) return 'shown'
  if (fail === undefined || fail === null || fail === false) return null
  return fail === 'network_error' ? 'network_error' : 'unknown'
}
