import type { PreviewTrouble } from '@/domain/previews/generation'

export interface PlayerProps {
  /** Whole. */
  address: string
  /** Whole; what stands there before it plays. */
  poster: string
  name: string
  /** Seconds at which it begins. */
  start: number
  onShown(): void
  onFailed(): void
  /** Seconds played, and of the whole: while it plays, and when it stops. */
  onTime(seconds: number, length: number): void
}

export interface SeekBarProps {
  seconds: number
  /** Seconds of the whole. */
  length: number
  label: string
  /** What a screen reader says of the place. */
  words: string
  onSeek(seconds: number): void
}

export interface SoundEvents {
  /** Seconds of the whole. */
  onKnown(length: number): void
  /** Seconds played, and of the whole. */
  onTime(seconds: number, length: number): void
  onPlaying(isPlaying: boolean): void
  onFailed(): void
}

export interface Sound {
  play(): void
  pause(): void
  /** @param seconds from the beginning */
  seek(seconds: number): void
}

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
