import type { PreviewTrouble } from '@/domain/previews/generation'

export interface PdfViewerProps {
  /** Signed. */
  address: string
  /** Its first page is there. */
  onShown(): void
  /** It opens with a password only, or not with the one given; `unlock` takes the next. */
  onLocked(isWrong: boolean, unlock: (password: string) => void): void
  onFailed(reason: PreviewTrouble): void
  /** This browser cannot run the viewer: nothing is said about the file. */
  onNotStarted(): void
}
