import { useWindow } from '@/components/ui/context'
import type { PreviewStore } from '@/stores/previews/PreviewStore'

/** px; the bar of an older version (versions.scss) */
const BAR = 44

/** px above the viewer: the header, and the bar of an older version */
export function useHead({ target: { versionId, file } }: PreviewStore): number {
  const { statusBar, headerHeight } = useWindow()
  return statusBar + headerHeight + (versionId !== undefined && file === undefined ? BAR : 0)
}
