import type { PreviewTrouble } from '@/domain/previews/generation'

export interface OfficeFrameProps {
  /** A path of the server, or a whole address of the office service or the editor. */
  address: string
  /** Its page is made for no frame of ours, and need not tell that it is seen: what has come is shown. */
  isSilent?: boolean
  /** Of the file, for who cannot see the frame. */
  name: string
  /** It said that the document is there, or came. */
  onShown(): void
  onFailed(reason: PreviewTrouble): void
}
