import type { Tile } from '@/domain/items/tiles'
import type { PreviewError } from '@/domain/previews/generation'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { PreviewStore } from '@/stores/previews/PreviewStore'

export interface PlayerProps {
  /** Absolute. */
  address: string
  /** Rises when the address must be loaded again, even if it has not changed. */
  attempt: number
  /** Whether playback was running when it was interrupted, and continues by itself. */
  isContinued: boolean
  /** Absolute; the picture shown before playback. */
  poster: string
  name: string
  /** Seconds at which playback starts. */
  start: number
  onShown(): void
  onFailed(): void
  /** Playback runs or is paused; not called for a pause that a failure causes. */
  onPlaying(isPlaying: boolean): void
  /** Seconds played, and in total; called during playback and when it stops. */
  onTime(seconds: number, length: number): void
}

export interface SeekBarProps {
  seconds: number
  /** Seconds in total. */
  length: number
  label: string
  /** The position in words, for screen readers. */
  words: string
  onSeek(seconds: number): void
}

export interface SoundEvents {
  /** Seconds in total. */
  onKnown(length: number): void
  /** Seconds played, and in total. */
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
  /** A path on the server, or an absolute address of the office service or the editor. */
  address: string
  /** The framed page may not report that it is visible: it is shown once loaded. */
  isSilent?: boolean
  fileId: number
  /** The file's name, for screen readers. */
  name: string
  tile: Tile
  /** The frame reported the document, or was loaded. */
  onShown(): void
  onFailed(reason: PreviewError): void
}

/** A heading of a document and its page, from 1. */
export interface PageHeading {
  level: number
  text: string
  page: number
}

export interface PdfViewerProps {
  preview: PreviewStore
  overlays: OverlayStore
  /** Signed. */
  address: string
  /** A `data:` address of a picture of the first page, which is read until the viewer has drawn that page. */
  firstPage?: string
  /** The first page is visible. */
  onShown(): void
  /** A password is needed, or the one given is wrong; `unlock` takes the next. */
  onLocked(isWrong: boolean, unlock: (password: string) => void): void
  onFailed(reason: PreviewError): void
  /** This browser cannot run the viewer; the file may be fine. */
  onNotStarted(): void
}
