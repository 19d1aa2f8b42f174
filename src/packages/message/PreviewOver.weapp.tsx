import type { OverlayStore } from '@/stores/shell/OverlayStore'

/** The preview is a page of its own there. */
export function PreviewOver(_: { overlays: OverlayStore }) {
  return null
}
