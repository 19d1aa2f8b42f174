import type { ExtensionCategory } from '@/contract/entities'
import type { PreviewMode, PreviewError } from './generation'
import type { ViewerChoice } from './viewerOf'

export type { PreviewMode }

/** A message that a window received, with the facts that identify its sender. */
export interface FrameWord {
  origin: string
  /** Whether the frame's own window sent it. */
  isFromFrame: boolean
  data: unknown
}

/**
 * The mode of a file's preview. With the WPS flag, office documents use the office frame (CTX-05) unless the user switched. Only documents of
 * our own viewer have another mode; those of the phone's viewer have none.
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
 * The result in a message of the office frame, `{ success: true }` or `{ fail: … }`; null for other messages. Accepts only messages of the
 * frame itself, from its own origin (1§4, PREV-10).
 */
export function frameOutcome(
  { origin, isFromFrame, data }: FrameWord,
  frameOrigin: string,
): 'shown' | PreviewError | null {
  if (origin !== frameOrigin || !isFromFrame) return null
  if (typeof data !== 'object' || data === null) return null
  const { success, fail } = data as { success?: unknown; fail?: unknown }
  if (success === true) return 'shown'
  if (fail === undefined || fail === null || fail === false) return null
  return fail === 'network_error' ? 'network_error' : 'unknown'
}
