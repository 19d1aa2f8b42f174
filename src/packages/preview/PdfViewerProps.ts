import type { PreviewReason } from '@/contract/errors'

export interface PdfViewerProps {
  /** Signed. */
  address: string
  /** Its first page is there. */
  onShown(): void
  onFailed(reason: PreviewReason): void
}
