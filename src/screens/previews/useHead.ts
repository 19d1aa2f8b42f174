import { useWindow } from '@/components/ui/context'
import type { PreviewStore } from '@/stores/previews/PreviewStore'

/** px; the bar that says that this is an older version (versions.scss). */
const BAR = 44

/** px that stand above what shows a file: the header, and the bar of an older version. */
export function useHead({ target: { versionId, file } }: PreviewStore): number {
  const { statusBar, headerHeight } = useWindow()
  return statusBar + headerHeight + (versionId !== undefined && file === undefined ? BAR : 0)
}
