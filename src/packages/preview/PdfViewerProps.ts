import type { PreviewReason } from '@/contract/errors'

export interface PdfViewerProps {
  /** Signed. */
  address: string
  onFailed(reason: PreviewReason): void
}
