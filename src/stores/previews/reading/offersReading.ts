import { hasReadingMode } from '@/domain/previews/viewerOf'
import type { PreviewStore } from '../PreviewStore'

/** Whether the pages that are shown can be read as text instead (AH-38). */
export function offersReading({ item, kind, phase, reading, representation: { info } }: PreviewStore): boolean {
  if (!item || !reading.mayRead || phase !== 'ready' || reading.readsDocument || reading.refusal !== null) return false
  // Visitors with a limited number of downloads may download, but receive no text.
  if (info?.receives_text === false) return false
  return kind === 'pdf' && item.action_permissions.perm_download && hasReadingMode(item.extension)
}
