import type { PreviewTrouble } from '@/domain/preview/generation'

export interface OfficeFrameProps {
  /** A path of the server, or a whole address of the office service. */
  address: string
  /** Of the file, for who cannot see the frame. */
  name: string
  /** It said that the document is there. */
  onShown(): void
  onFailed(reason: PreviewTrouble): void
}
